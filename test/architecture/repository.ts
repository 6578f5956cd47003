import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The folder of the checkout, without a final slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The folders whose code is the product. */
export const PRODUCT = ['domain', 'storage', 'policies', 'gateway'] as const;

/** Every file of the repository, relative to ROOT: what git tracks, and what it would track. */
export function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const names = new Set(listed.split('\0').filter((name) => name !== ''));
  return [...names].filter((name) => existsSync(join(ROOT, name))).sort();
}

/** The TypeScript files of the product, relative to ROOT. */
export function productFiles(): string[] {
  return repositoryFiles().filter(
    (name) => PRODUCT.some((folder) => name.startsWith(`${folder}/`)) && /\.tsx?$/.test(name),
  );
}

/** The text of a file of the repository. */
export function textOf(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

/** Every node of a source text for which `pick` answers a text, as `line: text`. */
export function findNodes(
  name: string,
  source: string,
  pick: (node: ts.Node) => string | undefined,
): string[] {
  const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = pick(node);
    if (text !== undefined) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      found.push(`${line}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
