/** Cuts the secret part of tokens and bearer values out of any text, wherever a library quoted them. */
export const withoutSecrets = (line: string): string =>
  line
    .replace(/(itd_[A-Za-z0-9]+_)[A-Za-z0-9_-]+/g, '$1[redacted]')
    .replace(/(bearer\s+)(?!itd_)[^\s"'\\,]+/gi, '$1[redacted]');
