/** How the search sees a character: a gap between words, part of a word, or a word by itself. */
export type CharacterClass = typeof gap | typeof letter | typeof digit | typeof single;

export const gap = 1;
export const letter = 2;
export const digit = 3;
/** A character of a script that is written without spaces between words: each one is indexed by itself. */
export const single = 4;

const wordCharacter = /^[\p{L}\p{N}\p{M}]$/u;
const digitCharacter = /^\p{N}$/u;
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

const known = new Map<number, CharacterClass>();
const basic = new Uint8Array(0x10000);

function classify(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint);
  if (!wordCharacter.test(character)) return gap;
  if (
    codePoint > 0x7f &&
    unspaced.test(character) &&
    !/^[\p{Script=Common}\p{Script=Inherited}]$/u.test(character)
  ) {
    return single;
  }
  if (/^[\u3005\u3006\u303c\u30fc]$/u.test(character)) return single;
  return digitCharacter.test(character) ? digit : letter;
}

/** The class of one code point, remembered. */
function characterClass(codePoint: number): CharacterClass {
  const stored = codePoint < 0x10000 ? basic[codePoint] : known.get(codePoint);
  if (stored === gap || stored === letter || stored === digit || stored === single) return stored;
  const computed = classify(codePoint);
  if (codePoint < 0x10000) basic[codePoint] = computed;
  else known.set(codePoint, computed);
  return computed;
}

/** The class of the character that starts at `index`; a gap before the start and after the end. */
export function classAt(text: string, index: number): CharacterClass {
  if (index < 0 || index >= text.length) return gap;
  const unit = text.charCodeAt(index);
  if (unit >= 97 && unit <= 122) return letter;
  return characterClass(unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(index) ?? unit) : unit);
}
