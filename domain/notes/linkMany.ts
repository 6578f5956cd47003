import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { failed, type ItemError } from './batchItem.ts';
import { type LinkInput, linkNotes } from './linkNotes.ts';

export interface LinkManyResult {
  readonly index: number;
  readonly status: 'created' | 'unchanged' | 'failed';
  readonly from?: string;
  readonly to?: string;
  readonly resolved?: boolean;
  readonly versionToken?: string;
  readonly error?: ItemError;
}

export interface LinkMany {
  readonly created: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly revision: number | null;
  readonly results: readonly LinkManyResult[];
}

/** Writes up to 500 links, each on its own; again, it changes nothing. Source: spec/tools.md, Scale. */
export async function linkMany(
  context: Context,
  input: { readonly links: readonly LinkInput[] },
): Promise<LinkMany> {
  const { revision, outcomes } = await linkNotes(context, input.links);
  const results = outcomes.map((each, index): LinkManyResult => {
    if (each instanceof Refusal) return failed(index, each);
    const { outcome, relation: _, ...rest } = each;
    return { index, status: outcome, ...rest };
  });
  const count = (status: LinkManyResult['status']) => results.filter((each) => each.status === status).length;
  return {
    created: count('created'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    revision,
    results,
  };
}
