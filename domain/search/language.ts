import { fold } from './fold.ts';

/** The languages with a stemmer; `none`: another one, or nothing to tell by. */
export type Language = 'en' | 'pt' | 'none';

/** Small words that a text of the language can hardly do without, folded. Rivals are here so that they can win. */
const functionWords = {
  en: `the of and to in is that it for was on are as with his they at be this from have or by had not but what all
    were when we there can an your which their said if do will each how them then she many some so these would her
    him has been its who did my no our you he me after before should must about into than only over also any where
    why could i us because while during every between until does don here`,
  pt: `o os as um uma uns umas do da dos das no na nos nas em com nao que e para por mais mas ao aos pelo pela pelos
    pelas seu sua seus suas sao foi ser tem isso isto esse essa este esta voce voces ele ela eles elas quando muito
    tambem ja ate se como nosso nossa meu minha num numa depois antes sobre entre sem era estao esta temos deve
    devem pode podem cada onde porque qual quem todos todas de ou`,
  es: `el los las un una unos unas del en con no que y para por mas pero al se su sus es son fue ser tiene eso esto
    ese esa este esta usted ellos ellas cuando muy tambien ya hasta como lo le les mi tu nos sin sobre entre hay
    donde porque cual quien todos todas de o cada desde puede pueden era ni si`,
  fr: `le la les un une des du de et est en que qui dans pour pas sur au aux avec ce cette ces il elle ils elles nous
    vous je ne se sont par plus ou mais son sa ses leur leurs comme tout etre ont fait sans`,
  de: `der die das und ist nicht ein eine einen einem einer den dem des zu mit von auf fur im in es sich auch als an
    werden wird aus bei oder wir ich sie er hat sind war aber nach noch wie nur so wenn kann man uber vor zum zur`,
  it: `il lo la i gli le un una di del della dei delle degli e che non per con su da in nel nella al alla sono come
    piu ma anche se questo questa questi suo sua si ci ha ho essere dal dalla o ed tra molto quando`,
  nl: `de het een en van ik te dat die in is niet op aan met als voor er maar om hem dan zou of wat mijn men dit zo
    door over ze zich bij ook tot je mij uit der daar haar naar heb hoe heeft hebben worden wordt zijn`,
} as const;

type Candidate = keyof typeof functionWords;

const weights = buildWeights();

/** A word shared by several languages says less about each of them. */
function buildWeights(): ReadonlyMap<
  string,
  { readonly languages: readonly Candidate[]; readonly weight: number }
> {
  const owners = new Map<string, Candidate[]>();
  const candidates: readonly Candidate[] = ['en', 'pt', 'es', 'fr', 'de', 'it', 'nl'];
  for (const candidate of candidates) {
    for (const word of new Set(functionWords[candidate].trim().split(/\s+/))) {
      owners.set(word, [...(owners.get(word) ?? []), candidate]);
    }
  }
  return new Map([...owners].map(([word, languages]) => [word, { languages, weight: 1 / languages.length }]));
}

/** Letters that one candidate has and its neighbours lack, in composed lower case. */
const tellingLetters: readonly (readonly [Candidate, RegExp])[] = [
  ['pt', /[ãõ]|ç(?=[ãõ])/g],
  ['es', /[ñ¿¡]|ción\b/g],
  ['de', /[ßäü]/g],
  ['fr', /[èêœ]|\b[ldjqcn]['’]/g],
  ['it', /ò|zione\b|\b(?:dell|nell|all|un)['’]/g],
];

/** Word shapes of English that its rivals here hardly share: only asked where no small word is there. */
const englishShapes =
  /^(?:wh|sh|th|kn|wr)|(?:ght|ck|th|sh|[^aeiou]ing|ness|ful|ed|ly|ys|ks|ow|ew|ay|oy|ey|ee|oo[a-z])s?$/;

const sampleLength = 2_000;

/**
 * The language of a text by its small words and telling letters; code, numbers and other scripts count as nothing.
 * Judges the first 2,000 UTF-16 units. A text that says too little, or belongs to another language, is `none`.
 */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, sampleLength).normalize('NFC');
  const ascii = !/[^\0-\x7f]/.test(sample);
  if (!ascii && mostlyOtherScript(sample)) return 'none';
  const words = fold(sample).match(/[a-z]+/g) ?? [];
  const scores = { en: 0, pt: 0, es: 0, fr: 0, de: 0, it: 0, nl: 0 };
  for (const word of words) {
    const entry = weights.get(word);
    if (entry) for (const language of entry.languages) scores[language] += entry.weight;
  }
  if (!ascii) {
    const lower = sample.toLowerCase();
    for (const [language, pattern] of tellingLetters)
      scores[language] += (lower.match(pattern) ?? []).length * 0.7;
  }
  return decide(scores, words);
}

function decide(scores: Record<Candidate, number>, words: readonly string[]): Language {
  const rivals = Math.max(scores.es, scores.fr, scores.de, scores.it, scores.nl);
  const best = Math.max(scores.en, scores.pt, rivals);
  if (best < 0.3) {
    const shaped = words.filter((word) => englishShapes.test(word)).length;
    return shaped > 0 && shaped * 3 >= words.length ? 'en' : 'none';
  }
  if (best / words.length < 0.04) return 'none';
  const clear = (score: number, other: number) => score > Math.max(other, rivals) * 1.15;
  if (clear(scores.en, scores.pt)) return 'en';
  return clear(scores.pt, scores.en) ? 'pt' : 'none';
}

function mostlyOtherScript(sample: string): boolean {
  const letters = (sample.match(/\p{L}/gu) ?? []).length;
  const latin = (sample.match(/\p{Script=Latin}/gu) ?? []).length;
  return latin * 2 < letters;
}
