const asciiOnly = /^\p{ASCII}*$/u;

/**
 * The key by which paths, titles, aliases and tags compare: NFC with full case folding.
 * ß equals ss, both sigmas are one, dotless ı stays apart from i. Idempotent; NFC and NFD give one key.
 * Source: Unicode, "Default Caseless Matching".
 */
export function fold(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase();
  return text.normalize('NFC').split('ı').map(foldCase).join('ı').normalize('NFC');
}

/** Upper case between two lower cases gives the full folding (ẞ, ß → ss); Σ at a word's end would come back as ς. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
