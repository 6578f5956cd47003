import { stemmer } from '@orama/stemmers/english';

/** Base form, then the forms that no suffix rule leads back to it. */
const families = `
be were been|become became|begin began begun|bend bent|bite bit bitten|bleed bled|blow blew blown|break broke broken
breed bred|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt
dig dug|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|find found|fly flew flown|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen
get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held
keep kept|know knew known|lay laid|lead led|leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
shake shook shaken|shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken
spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum
take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood
wake woke woken|wear wore worn|weep wept|win won|write wrote written
child children|foot feet|goose geese|man men|mouse mice|tooth teeth|woman women|wife wives|knife knives
shelf shelves|wolf wolves|half halves|index indices|matrix matrices|criterion criteria
die dying|lie lying|tie tying|sky skies
`;

/** Words whose ending only looks like a suffix. */
const untouched = 'news atlas cosmos bias lens series species hers this his various';

const pairs: readonly (readonly [string, string])[] = families
  .trim()
  .split(/[|\n]/)
  .flatMap((family) => {
    const [base = '', ...forms] = family.split(' ');
    return forms.map((form): [string, string] => [form, stemmer(base)]);
  });

/** English word (folded) to stem, for words that the suffix rules get wrong. */
export const irregularForms: ReadonlyMap<string, string> = new Map([
  ...pairs,
  ...untouched.split(' ').map((word): [string, string] => [word, word]),
]);

/** The other way round: a stem's forms that do not begin like it. */
export const formsOfStem: ReadonlyMap<string, readonly string[]> = pairs.reduce(
  (forms, [form, stem]) => forms.set(stem, [...(forms.get(stem) ?? []), form]),
  new Map<string, readonly string[]>(),
);
