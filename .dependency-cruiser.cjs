// The import rules of ARCHITECTURE.md. test/architecture/imports.test.ts runs them and proves that each one bites.

const npm = (...names) => `node_modules/(@types/)?(${names.join('|')})/`;
const TOOL = '^gateway/tools/(bootstrap|discover|read|write|reorganize|scale)/';
const COMPOSES = '^gateway/(compose|writer)\\.ts$';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'domain-stands-alone',
    comment: 'The domain knows nobody: the outside, storage and the policies know it.',
    from: { path: '^domain/' },
    to: { path: '^(gateway|storage|policies|i18n)/' },
  },
  {
    name: 'domain-is-pure',
    comment: 'No input or output in the domain: only packages that are pure functions, and node:crypto.',
    from: { path: '^domain/' },
    to: {
      pathNot: [
        '^domain/',
        '^(node:)?crypto$',
        npm('markdown-it', 'yaml', 'diff', 'gpt-tokenizer', '@orama/stemmers', '@orama\\+stemmers'),
      ],
    },
  },
  {
    name: 'storage-knows-the-domain-only',
    from: { path: '^storage/' },
    to: { path: '^(gateway|policies|i18n)/' },
  },
  {
    name: 'policies-know-the-domain-only',
    from: { path: '^policies/' },
    to: { path: '^(gateway|storage|i18n)/' },
  },
  { name: 'i18n-imports-nothing', from: { path: '^i18n/' }, to: { pathNot: '^i18n/' } },
  {
    name: 'only-compose-wires',
    comment:
      'compose.ts is the only wiring; writer.ts is the entry of the writer thread and composes through it.',
    from: { path: '^gateway/', pathNot: COMPOSES },
    to: { path: '^(storage|policies)/' },
  },
  {
    name: 'mcp-sdk-in-gateway-mcp',
    from: { pathNot: '^gateway/mcp/' },
    to: { path: npm('@modelcontextprotocol/sdk') },
  },
  {
    name: 'express-at-the-edge',
    from: { pathNot: '^gateway/(http|api|auth|mcp|admin)/' },
    to: { path: npm('express') },
  },
  { name: 'sql-in-storage', from: { pathNot: '^storage/' }, to: { path: npm('kysely', 'better-sqlite3') } },
  { name: 'casbin-in-policies', from: { pathNot: '^policies/' }, to: { path: npm('casbin') } },
  {
    name: 'tools-import-no-tools',
    comment: 'A tool is one file; what tools share lies beside their groups.',
    from: { path: TOOL },
    to: { path: TOOL },
  },
  {
    name: 'migrations-stand-alone',
    comment: 'A migration is never edited, so it cannot lean on row types that change.',
    from: { path: '^storage/migrations/' },
    to: { path: '^(storage/schema\\.ts$|domain/)' },
  },
  {
    name: 'no-development-packages',
    comment: 'Types may come from a development package, code may not.',
    from: {},
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
  },
  { name: 'no-tests-in-the-product', from: {}, to: { path: '^(test|bench)/' } },
  { name: 'all-resolve', from: {}, to: { couldNotResolve: true } },
  { name: 'no-cycles', from: {}, to: { circular: true } },
  { name: 'no-orphans', from: { orphan: true, pathNot: '\\.d\\.ts$' }, to: {} },
];

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
