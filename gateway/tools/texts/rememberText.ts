import type { Answer } from '../answer.ts';
import { lines, quote } from '../results.ts';

type Remembered = Answer<'rememberAboutUser'>;

const sentence = ({ outcome, factId, category }: Remembered): string => {
  const where = `category ${quote(category)}`;
  switch (outcome) {
    case 'created':
      return `Remembered as ${factId}, the first fact of ${where}.`;
    case 'appended':
      return `Remembered as ${factId} in ${where}.`;
    case 'replaced':
      return `Replaced; what stands now is ${factId} in ${where}.`;
    case 'forgotten':
      return `Forgotten: ${factId} of ${where}; only the history still has it.`;
    case 'duplicate':
      return `Duplicate: already remembered as ${factId} in ${where}; nothing was written.`;
  }
};

export const rememberText = (remembered: Remembered): string =>
  lines(sentence(remembered), remembered.replayed ? 'This is the answer of the first call.' : undefined);
