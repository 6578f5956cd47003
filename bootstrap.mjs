#!/usr/bin/env node
/**
 * The set-up behind `npm start`, `npm test` and `npm run intendant`: needs Node alone, works on a fresh clone,
 * and does only what is missing. Everything it says goes to stderr: stdout belongs to the command it starts.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const DIST = join(ROOT, 'dist');
const MAIN = join(DIST, 'gateway', 'main.js');
const STAMP = join(DIST, '.built');
const LOCK = join(ROOT, 'dist', '.setup.lock');
const SOURCES = ['domain', 'storage', 'policies', 'gateway'];
const SETTINGS_OF_BUILD = ['package.json', 'package-lock.json', 'tsconfig.json', 'bootstrap.mjs'];
/** Pages that the program serves: they lie beside the sources, and beside what is built from them. */
const PAGES = ['docs/agents.md'];
const OLDEST_NODE = [20, 20];

const say = (line) => process.stderr.write(`intendant: ${line}\n`);

function nodeIsNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** Runs a program of ours to its end. Signals reach it; its exit code, or 128 + the signal's number, is the answer. */
function run(command, args, { quiet = true, env = process.env, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    // Set-up programs write to our stderr, whatever they mean for stdout.
    const stdio = quiet ? ['ignore', 2, 2] : 'inherit';
    const child = spawn(command, args, { cwd: ROOT, env, stdio, shell });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGHUP' ? 129 : 143));
    });
  });
}

/** The npm that started us, else the one on the path. */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own && basename(own) === 'npm-cli.js') return run(process.execPath, [own, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
}

function lockedPackages(file) {
  const path = join(ROOT, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

/** Whether node_modules holds what package-lock.json names; optional packages may be missing. */
function packagesMatch() {
  const locked = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  if (!locked || !installed) return false;
  const fits = ({ os }) => !os || os.includes(process.platform) || os.some((name) => name.startsWith('!'));
  const same = (name) => {
    const [want, have] = [locked[name], installed[name]];
    if (!have) return want.optional === true;
    const present = existsSync(join(ROOT, name, 'package.json'));
    return want.version === have.version && want.integrity === have.integrity && present && fits(have);
  };
  const names = Object.keys(locked).filter((name) => name !== '');
  return names.every(same) && Object.keys(installed).every((name) => name in locked);
}

/** better-sqlite3 is compiled for one Node version: after a change of Node it is there, but does not load. */
function nativePartLoads() {
  try {
    const Database = createRequire(join(ROOT, 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

const packagesReady = () => packagesMatch() && nativePartLoads();

async function installPackages() {
  if (packagesReady()) return 0;
  if (packagesMatch()) {
    say('compiling the database driver for this version of Node; takes about 2 minutes.');
    return npm(['rebuild', 'better-sqlite3', '--loglevel=error']);
  }
  say('setting up: installing the locked packages and compiling the database driver; about 2 minutes, once.');
  return npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Every file below a folder, as absolute paths in a stable order. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const sourceFiles = () => [
  ...SOURCES.flatMap((folder) => filesBelow(join(ROOT, folder))),
  ...PAGES.map((page) => join(ROOT, page)).filter((path) => existsSync(path)),
];

/** Changes when a source is added, removed or written to. */
function signature() {
  const hash = createHash('sha256');
  for (const path of [...SETTINGS_OF_BUILD.map((file) => join(ROOT, file)), ...sourceFiles()]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(ROOT, path)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const buildIsCurrent = () =>
  existsSync(MAIN) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === signature();

/** tsc leaves behind what came from sources that are gone. */
function removeLeftovers() {
  for (const built of SOURCES.flatMap((folder) => filesBelow(join(DIST, folder)))) {
    const source = join(ROOT, relative(DIST, built));
    const origins = [source, source.replace(/\.js(\.map)?$/, '.ts'), source.replace(/\.js(\.map)?$/, '.tsx')];
    if (!origins.some((path) => existsSync(path))) rmSync(built);
  }
}

/** What is read at run time and is no TypeScript: the policy model, catalogues, styles, pages. */
function copyAssets() {
  for (const path of sourceFiles()) {
    if (/\.tsx?$/.test(path)) continue;
    const target = join(DIST, relative(ROOT, path));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(path, target);
  }
}

async function build() {
  if (buildIsCurrent()) return 0;
  say('building.');
  const before = signature();
  // Without the main file the folder is not ours to complete: tsc would trust its own notes and skip the rest.
  if (existsSync(MAIN)) rmSync(STAMP, { force: true });
  else
    for (const name of [...SOURCES, '.tsbuildinfo', '.built'])
      rmSync(join(DIST, name), { recursive: true, force: true });
  const code = await run(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.json',
  ]);
  if (code !== 0) {
    say('the build failed: the lines above say where.');
    return code > 128 ? code : 1;
  }
  removeLeftovers();
  copyAssets();
  writeFileSync(STAMP, before);
  return 0;
}

function isRunning(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The process that holds the lock; 0 when that is nobody, or a process that has died. */
function lockHolder() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    return isRunning(pid) ? pid : 0;
  } catch {
    return 0;
  }
}

/** One set-up at a time in a checkout; the lock of a process that has died is taken over. */
async function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let told = false; ; ) {
    // Linked, not written in place: whoever reads the lock finds it whole.
    const mine = `${LOCK}.${process.pid}`;
    writeFileSync(mine, String(process.pid));
    try {
      linkSync(mine, LOCK);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
    const holder = lockHolder();
    if (holder === 0) rmSync(LOCK, { force: true });
    else if (!told) say(`waiting for the set-up that process ${holder} is doing.`);
    told = true;
    await wait(200);
  }
}

async function setUp({ withBuild }) {
  if (packagesReady() && (!withBuild || buildIsCurrent())) return 0;
  await takeLock();
  try {
    const code = await installPackages();
    if (code !== 0) say('the packages could not be installed: the lines above say why.');
    return code !== 0 || !withBuild ? code : await build();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Goes on as the built program, in this very process: signals, exit code and streams are its own. */
async function become(args) {
  process.argv = [process.execPath, MAIN, ...args];
  await import(pathToFileURL(MAIN).href);
}

/** Tests must not see the settings of the person who runs them. */
function withoutSettings() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INTENDANT_')));
}

const script = (path, args, env) =>
  run(process.execPath, [join(ROOT, 'node_modules', path), ...args], { quiet: false, env });

const COMMANDS = {
  install: { withBuild: false, go: () => 0 },
  build: { withBuild: true, go: () => 0 },
  start: { withBuild: true, go: (args) => become(['serve', ...args]) },
  intendant: { withBuild: true, go: (args) => become(args) },
  test: { withBuild: true, go: (args) => script('vitest/vitest.mjs', ['run', ...args], withoutSettings()) },
  docs: { withBuild: false, go: () => script('tsx/dist/cli.mjs', ['docs/writeReference.ts']) },
  bench: { withBuild: true, go: (args) => script('tsx/dist/cli.mjs', ['bench/main.ts', ...args]) },
};

async function main() {
  if (!nodeIsNewEnough()) {
    say(
      `Node ${OLDEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}: install a newer one.`,
    );
    return 1;
  }
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    say(`usage: node bootstrap.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
    return 2;
  }
  return (await setUp(command)) || command.go(args);
}

const code = await main();
if (code) process.exitCode = code;
