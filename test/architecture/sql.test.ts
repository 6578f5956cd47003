import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findNodes, productFiles, textOf } from './repository.ts';

const STATEMENT =
  /\b(select\s[\s\S]+\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s+\w+|create\s+(virtual\s+)?(table|index|trigger)\s|pragma\s+\w+|begin\s+(immediate|exclusive))/i;
const SHOUTED = /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|DROP|ALTER)\b/;

/** A text of the program that is a statement of SQL; prose that happens to hold such words is in small letters. */
function statement(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  const text = node.getText();
  return STATEMENT.test(text) && SHOUTED.test(text) ? text : undefined;
}

describe('the check itself', () => {
  test.each([
    ["const x = 'SELECT id FROM note';", 1],
    ['const x = `DELETE FROM note WHERE id = $' + '{id}`;', 1],
    ["const x = 'PRAGMA journal_mode = WAL';", 1],
    ["const x = 'INSERT OR IGNORE INTO note VALUES (1)';", 1],
    ["const x = 'Select a note from the list.';", 0],
    ["const method = 'DELETE';", 0],
  ])('%s', (source, count) => {
    expect(findNodes('sample.ts', source, statement)).toHaveLength(count);
  });
});

test('SQL is written in storage alone', () => {
  const outside = productFiles().filter((name) => !name.startsWith('storage/'));
  expect(
    outside.flatMap((name) => findNodes(name, textOf(name), statement).map((at) => `${name}:${at}`)),
  ).toEqual([]);
});
