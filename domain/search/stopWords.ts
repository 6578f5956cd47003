const english = `a an the and or but nor so if then than as at by for from in into of off on onto out over per to up
  with without about above after again against all also am any are aren be because been before being below between
  both can cannot could couldn did didn do does doesn doing don down during each few further had hadn has hasn have
  haven having he her here hers herself him himself his how i im ive is isn it its itself just ll let me more most
  must my myself no not now only other our ours ourselves own re same she should shouldn some such that their theirs
  them themselves there these they this those through too under until ve very was wasn we were weren what whats when
  where which while who whom whose why will won would wouldn you your yours yourself yourselves
  dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt havent hasnt hadnt id ill youre youve
  theyre theyve weve thats theres hes shes lets s t d m`;

const portuguese = `a o as os um uma uns umas e ou mas nem se que quem qual quais quando onde como porque por para pra
  pelo pela pelos pelas de do da dos das em no na nos nas num numa ao aos com sem sob sobre entre ate desde contra
  eu tu ele ela nos vos eles elas voce voces me te lhe lhes meu minha meus minhas teu tua seu sua seus suas
  nosso nossa nossos nossas este esta estes estas esse essa esses essas isto isso aquele aquela aqueles aquelas aquilo
  ser sou somos era eram foi foram sera seja estar estou estamos estao estava estavam tem temos tinha ter ha havia
  nao sim ja tambem muito mais menos so`;

/** Folded words too frequent in English or Portuguese to say what a query is about. Apostrophes are left out (`dont`). */
export const stopWords: ReadonlySet<string> = new Set(`${english} ${portuguese}`.split(/\s+/));

/** Japanese particles: a single hiragana. */
export const stopKana: ReadonlySet<string> = new Set('はがをにでとのもへやかねよなてたしれ');
