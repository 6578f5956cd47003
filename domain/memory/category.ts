import { Refusal } from '../errors.ts';
import { fold } from '../text/fold.ts';
import { quote } from '../text/quote.ts';

export const defaultCategory = 'general';

const longest = 60;
const form = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[ _-][\p{L}\p{M}\p{N}]+)*$/u;

/**
 * A category as it is kept, folded so that `Food` and `food` are one: words of letters and digits of any script with a
 * space, hyphen or underscore between them, 60 characters at most.
 * @throws Refusal `invalidArguments`.
 */
export function checkCategory(asked: string): string {
  const category = fold(asked.normalize('NFC').replace(/ +/g, ' ').trim());
  if (isCategory(category)) return category;
  throw new Refusal(
    'invalidArguments',
    `${quote(asked)} cannot be a category.`,
    `Use words of letters and digits with a space, - or _ between them, ${longest} characters at most, such as "food".`,
  );
}

const isCategory = (text: string): boolean =>
  text.length <= longest * 2 && [...text].length <= longest && form.test(text);

/** Which part of which category a memory note holds. */
export interface CategoryPart {
  readonly category: string;
  /** From 1; later ones hold what did not fit. */
  readonly part: number;
}

/** The first line of a memory note: what it is about, its category and, after the first, its part. */
export const memoryHeading = (about: string, { category, part }: CategoryPart): string =>
  `# About ${about}: ${category}${part === 1 ? '' : ` (${part})`}`;

const headingLimit = 500;
const heading = /^# About .+: ([^:()]+?)(?: \((\d{1,6})\))?$/;

/**
 * What a memory note says of itself in its first line. The file name decides only where that line is gone, since
 * `food-2.md` may be the second part of one category or the first of another.
 */
export function categoryOf(source: string, fileName: string): CategoryPart {
  const [line = ''] = source.slice(0, headingLimit).split(/[\n\r]/, 1);
  const [, category = '', part = '1'] = heading.exec(line.trimEnd()) ?? [];
  if (isCategory(category)) return { category: fold(category), part: Number(part) };
  return { category: fold(fileName.replace(/\.md$/i, '')), part: 1 };
}
