import { Option } from 'commander';
import { z } from 'zod';
import { parseDuration } from './duration.ts';
import { type Define, leaf } from './leaf.ts';
import { asAdmin } from './session.ts';
import { table } from './table.ts';

const collect = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  value,
];

/** A token's id; the whole token is taken as well, since that is what people have at hand. */
const tokenId = z.string().transform((raw) => /^itd_([^_]+)_/.exec(raw)?.[1] ?? raw);

const createInput = z.object({
  user: z.string(),
  scope: z.enum(['read', 'write', 'admin']),
  label: z.string().optional(),
  project: z.array(z.string()).optional(),
  tool: z.array(z.string()).optional(),
  memory: z.boolean().optional(),
  databaseTools: z.boolean().optional(),
  rate: z.coerce.number().int().min(0).optional(),
  expires: z.string().transform(parseDuration).optional(),
});

export const defineToken: Define = (token, context) => {
  const create = token
    .command('create')
    .description('make a token; its secret is shown this once')
    .requiredOption('--user <name>', 'the person it acts for')
    .addOption(
      new Option('--scope <scope>', 'the most it may do')
        .choices(['read', 'write', 'admin'])
        .makeOptionMandatory(),
    )
    .option('--label <text>', 'what it is for')
    .option('--project <handle>', 'only this project (repeat for more)', collect)
    .option('--tool <name>', 'only this tool (repeat for more)', collect)
    .option('--memory', 'with memory, also where --project restricts it')
    .option('--no-memory', 'without profile and memory')
    .option('--database-tools', 'also the document verbs')
    .option('--rate <calls>', 'calls a minute, 0 for no limit')
    .option('--expires <duration>', 'how long it is valid, such as 90d or 12h (default: for ever)');
  leaf(create, context, {
    input: createInput,
    run: async (session, input) => {
      const made = await asAdmin(session, (engine) =>
        engine.createToken({
          user: input.user,
          label: input.label ?? `${input.scope}, command line`,
          scope: input.scope,
          projects: input.project,
          tools: input.tool,
          memory: input.memory,
          databaseTools: input.databaseTools,
          ratePerMinute: input.rate,
          expiresAt:
            input.expires === undefined
              ? undefined
              : new Date(session.io.now() + input.expires).toISOString(),
        }),
      );
      session.print(made, made.token);
      if (!session.json)
        session.io.err(`Its id is ${made.id}; \`intendant token revoke ${made.id}\` takes it back.\n`);
    },
  });

  leaf(
    token
      .command('list')
      .description('all tokens, without their secrets')
      .option('--user <name>', 'of one person'),
    context,
    {
      input: z.object({ user: z.string().optional() }),
      run: async (session, input) => {
        const listed = await asAdmin(session, (engine) => engine.listTokens({ user: input.user }));
        const rows = listed.tokens.map((one) => [
          one.id,
          one.user,
          one.scope,
          one.revokedAt === null ? (one.expiresAt ?? 'never') : 'revoked',
          [...(one.projects ?? []), ...(one.tools ?? [])].join(' ') ||
            (one.projects || one.tools ? 'nothing' : 'all'),
          one.label,
        ]);
        session.print(listed, table(['ID', 'USER', 'SCOPE', 'EXPIRES', 'ONLY FOR', 'LABEL'], rows));
      },
    },
  );

  leaf(
    token
      .command('rotate')
      .description('a new secret in place of the old one')
      .argument('<id>', 'the id of the token')
      .option('--overlap <duration>', 'how long the old secret still works, such as 1h'),
    context,
    {
      input: z.object({
        arguments: z.tuple([tokenId]),
        overlap: z.string().transform(parseDuration).optional(),
      }),
      run: async (session, input) => {
        const overlapSeconds = input.overlap === undefined ? undefined : Math.ceil(input.overlap / 1_000);
        const made = await asAdmin(session, (engine) =>
          engine.rotateToken({ id: input.arguments[0], overlapSeconds }),
        );
        session.print(made, made.token);
      },
    },
  );

  leaf(
    token.command('revoke').description('end a token at once').argument('<id>', 'the id of the token'),
    context,
    {
      input: z.object({ arguments: z.tuple([tokenId]) }),
      run: async (session, input) => {
        const [id] = input.arguments;
        const answer = await asAdmin(session, (engine) => engine.revokeToken({ id }));
        session.print(answer, `Token ${id} is revoked.`);
      },
    },
  );
};
