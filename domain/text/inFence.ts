/** A text between two fence lines of more backticks than any run inside it, so that nothing in it can end the fence. */
export function inFence(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}\n${text}${text.endsWith('\n') ? '' : '\n'}${marks}`;
}
