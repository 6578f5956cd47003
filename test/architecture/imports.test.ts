import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PRODUCT, productFiles, ROOT } from './repository.ts';

const LEAST_MODULES = 60;
const CONFIG = '.dependency-cruiser.cjs';

const Report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});
const Rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

/** The exit code counts violations, so the report is read whatever it says. */
async function cruise(folder: string): Promise<z.infer<typeof Report>> {
  const bin = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, '--config', CONFIG, '--output-type', 'json', ...PRODUCT];
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 28 });
  return Report.parse(JSON.parse(stdout));
}

const list = (report: z.infer<typeof Report>) =>
  report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

describe('the product', () => {
  test('keeps every import rule, and every module was seen', async () => {
    const report = await cruise(ROOT);
    const seen = report.modules.map((module) => module.source);
    expect(list(report)).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(productFiles()));
    expect(
      seen.filter((name) => PRODUCT.some((folder) => name.startsWith(`${folder}/`))).length,
    ).toBeGreaterThanOrEqual(LEAST_MODULES);
  });
});

describe('each rule bites', () => {
  /** A small house in which every rule is broken once, by types alone too, beside what is allowed. */
  const house: Record<string, string> = {
    'domain/a.ts': "import type { B } from '../storage/b.ts';\nexport type A = B;\n",
    'domain/io.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
    'domain/pure.ts':
      "import { createHash } from 'node:crypto';\nimport MarkdownIt from 'markdown-it';\nimport { parse } from 'yaml';\nexport const pure = [createHash, MarkdownIt, parse];\n",
    'domain/lone.ts': 'export const lone = 1;\n',
    'domain/left.ts': "import { right } from './right.ts';\nexport const left = (): unknown => right;\n",
    'domain/right.ts': "import { left } from './left.ts';\nexport const right = (): unknown => left;\n",
    'domain/missing.ts': "export { gone } from './gone.ts';\n",
    'storage/schema.ts': "import type { Kysely } from 'kysely';\nexport type Rows = Kysely<unknown>;\n",
    'storage/b.ts': "import { level } from '../gateway/level.ts';\nexport type B = typeof level;\n",
    'storage/migrations/0001.ts': "import type { Rows } from '../schema.ts';\nexport type Up = Rows;\n",
    'policies/p.ts': "import { level } from '../gateway/level.ts';\nexport const p = level;\n",
    'gateway/level.ts': "import { p } from 'pino';\nexport const level = p;\n",
    'gateway/compose.ts': "import { p } from '../policies/p.ts';\nexport const wired = p;\n",
    'gateway/log.ts': "import { p } from '../policies/p.ts';\nexport const log = p;\n",
    'gateway/sql.ts': "import { Kysely } from 'kysely';\nexport const k = Kysely;\n",
    'gateway/web.ts': "import type { Request } from 'express';\nexport type R = Request;\n",
    'gateway/http/app.ts': "import express from 'express';\nexport const app = express;\n",
    'gateway/rights.ts': "import { newEnforcer } from 'casbin';\nexport const e = newEnforcer;\n",
    'gateway/sdk.ts':
      "import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nexport const s = Server;\n",
    'gateway/mcp/http.ts':
      "import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nexport const s = Server;\n",
    'gateway/tools/read/x.ts': "import { y } from '../write/y.ts';\nexport const x = y;\n",
    'gateway/tools/write/y.ts': "import { quote } from '../results.ts';\nexport const y = quote;\n",
    'gateway/tools/results.ts': "import { quote as q } from '../../i18n/en.ts';\nexport const quote = q;\n",
    'gateway/dev.ts': "import { test } from 'vitest';\nexport const t = test;\n",
    'gateway/fixture.ts': "import { fake } from '../test/fake.ts';\nexport const f = fake;\n",
    'i18n/en.ts': "import { level } from '../gateway/level.ts';\nexport const quote = level;\n",
    'test/fake.ts': 'export const fake = 1;\n',
  };
  let folder = '';
  let violations: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imports-'));
    for (const [name, text] of Object.entries(house)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    for (const name of [CONFIG, 'tsconfig.json', 'package.json'])
      await cp(join(ROOT, name), join(folder, name));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    violations = list(await cruise(folder));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    'domain-stands-alone: domain/a.ts',
    'domain-is-pure: domain/io.ts',
    'storage-knows-the-domain-only: storage/b.ts',
    'policies-know-the-domain-only: policies/p.ts',
    'i18n-imports-nothing: i18n/en.ts',
    'only-compose-wires: gateway/log.ts',
    'mcp-sdk-in-gateway-mcp: gateway/sdk.ts',
    'express-at-the-edge: gateway/web.ts',
    'sql-in-storage: gateway/sql.ts',
    'casbin-in-policies: gateway/rights.ts',
    'tools-import-no-tools: gateway/tools/read/x.ts',
    'migrations-stand-alone: storage/migrations/0001.ts',
    'no-development-packages: gateway/dev.ts',
    'no-tests-in-the-product: gateway/fixture.ts',
    'all-resolve: domain/missing.ts',
    'no-cycles: domain/left.ts',
    'no-orphans: domain/lone.ts',
  ])('%s', (expected) => {
    expect(violations).toContainEqual(expect.stringContaining(`${expected} -> `));
  });

  test('and every rule of the configuration is among them', () => {
    const rules = Rules.parse(createRequire(import.meta.url)(join(ROOT, CONFIG))).forbidden.map(
      (rule) => rule.name,
    );
    expect(new Set(violations.map((line) => line.split(':')[0]))).toEqual(new Set(rules));
  });

  test.each([
    'domain/pure.ts',
    'gateway/compose.ts',
    'gateway/http/app.ts',
    'gateway/mcp/http.ts',
    'storage/schema.ts',
  ])('what %s imports is allowed', (name) => {
    expect(violations.filter((line) => line.includes(`: ${name} -> `))).toEqual([]);
  });
});
