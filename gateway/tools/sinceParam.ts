import { z } from 'zod';

/** Clients that know a revision as a number send it as one. */
const asSent = z.looseObject({ since: z.number().transform(String) });

/** The arguments with a `since` that is a number as text, which is all that the schema says. */
export const sinceAsText = (raw: unknown): unknown => {
  const read = asSent.safeParse(raw);
  return read.success ? read.data : raw;
};

export const sinceParam = z.string().describe('Time, or revision of project');
