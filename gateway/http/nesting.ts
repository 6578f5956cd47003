const [listOpens, objectOpens] = [0x5b, 0x7b];
const [listCloses, objectCloses] = [0x5d, 0x7d];
const quoteMark = 0x22;
const backslash = 0x5c;

/**
 * Whether JSON text nests its lists and objects deeper than `most`, before it is parsed: a parser takes seconds to find
 * that millions of brackets are too many. Broken JSON gets any answer.
 */
export const nestsDeeper = (json: Uint8Array, most: number): boolean => {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quoteMark) inText = false;
    } else if (byte === quoteMark) inText = true;
    else if (byte === listOpens || byte === objectOpens) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === listCloses || byte === objectCloses) depth -= 1;
  }
  return false;
};
