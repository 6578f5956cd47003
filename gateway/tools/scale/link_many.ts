import { z } from 'zod';
import { linkManyOutput, mergeLinked } from '../linkManyOutput.ts';
import { linkParams } from '../params.ts';
import { parseBatch } from '../parseBatch.ts';
import { linkManyText } from '../texts/linkManyText.ts';
import { toolWith } from '../tool.ts';

export const linkMany = toolWith(
  {
    name: 'link_many',
    title: 'Link many notes',
    group: 'scale',
    effect: 'write',
    idempotent: true,
    description:
      'Up to 500 links in one commit; each succeeds or fails alone, and sending them again adds nothing.',
    input: z.strictObject({ links: z.array(linkParams).min(1).max(500) }),
    output: linkManyOutput,
  },
  (raw, schema) => parseBatch({ rest: {}, item: linkParams, field: 'links', most: 500 }, schema, raw),
  {
    extraCost: ({ good, bad }) => (good.length + bad.length) / 50,
    run: async (engine, { good, bad }) => {
      const links = good.map(({ value }) => value);
      const linked = links.length === 0 ? null : await engine.linkMany({ links });
      return mergeLinked(linked, good, bad);
    },
    text: linkManyText,
  },
);
