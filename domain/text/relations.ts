/** Words of letters, digits and - _ ' & / + that start with a letter: what may stand before a link in a list line. */
const words = /\p{L}[\p{L}\p{M}\p{N}_'’&/+-]*(?: [\p{L}\p{M}\p{N}_'’&/+-]+)*/u.source;
const whole = new RegExp(`^${words}$`, 'u');
const listLine = new RegExp(`^[ \\t>]*[-*+][ \\t]+(${words})[ \\t]+$`, 'u');
const relationLimit = 60;

/** Whether a list line `- relation [[Target]]` gives this relation back when it is read: 1 to 60 characters of words. */
export function isRelation(text: string): boolean {
  return text.length <= relationLimit && whole.test(text);
}

/**
 * The relation that the list line around a link names; null where the line says anything else.
 * `before` and `after` are the line's text on both sides; a remark in parentheses may follow.
 */
export function relationOfLine(before: string, after: string): string | null {
  if (before.length > 200 || !/^[ \t]*(?:\([^()]*\))?[ \t]*$/.test(after)) return null;
  const relation = listLine.exec(before)?.[1];
  return relation !== undefined && relation.length <= relationLimit ? relation : null;
}
