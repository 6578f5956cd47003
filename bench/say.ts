/** What goes on, for whoever waits. Results alone go to stdout. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
