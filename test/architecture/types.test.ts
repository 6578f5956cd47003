import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findNodes, productFiles, textOf } from './repository.ts';

/** What the type checker would believe without proof: `any`, `!`, and `as` other than `as const`. */
function unproven(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  if (ts.isNonNullExpression(node)) return node.getText();
  if (ts.isTypeAssertionExpression(node)) return node.getText();
  if (ts.isAsExpression(node) && node.type.getText() !== 'const') return node.getText();
  return undefined;
}

const SILENCER = /@ts-(ignore|expect-error|nocheck)|biome-ignore-(all|start)|biome-ignore \S*(Any|NonNull)/;

/** Where a library's signature leaves no other way, word for word. */
const ACCEPTED = [
  // One table of commands, called by name: each name's input and result belong together, which a record cannot say.
  'domain/engine.ts: name as WriteName',
  // Stored by the same function for the same operation and payload.
  'domain/once.ts: JSON.parse(stored.result) as Result',
  // Checked value by value just before; the mapped tuple type cannot follow it.
  "domain/page.ts: values as { [Index in keyof Types]: Types[Index] extends 'string' ? string : number }",
  // One table of commands, called by name.
  'domain/performWrite.ts: writeCommands[job.name] as (context: Context, input: object) => Promise<object>',
  // What this very program posted from its writer thread for that kind of job.
  'gateway/compose.ts: writer.run(job) as Promise<Result>',
  // Kysely's driver interface: the row type is the claim of whoever wrote the query.
  'storage/sqlite/dialect.ts: statement.all(...parameters) as Row[]',
];

describe('the check itself', () => {
  test.each([
    ['const x: any = 1;', ['1: any']],
    ['const x = y as string;', ['1: y as string']],
    [
      'const x = JSON.parse(y) as unknown as Row;',
      ['1: JSON.parse(y) as unknown as Row', '1: JSON.parse(y) as unknown'],
    ],
    ['\nconst x = a[0]!;', ['2: a[0]!']],
    ['const x = <string>y;', ['1: <string>y']],
    ["const x = ['a'] as const;", []],
    ["import { a as b } from './a.ts'; // as any", []],
    ["const x = 'as any';", []],
  ])('%s', (source, found) => {
    expect(findNodes('sample.ts', source, unproven)).toEqual(found);
  });
});

test('the product proves its types: it parses, it does not assert', () => {
  const found = productFiles().flatMap((name) =>
    findNodes(name, textOf(name), unproven).map((at) => `${name}: ${at.replace(/^\d+: /, '')}`),
  );
  expect(found).toEqual(ACCEPTED);
});

test('and silences no check', () => {
  expect(productFiles().filter((name) => SILENCER.test(textOf(name)))).toEqual([]);
});
