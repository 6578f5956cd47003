/**
 * Runs scenarios of MCP's own conformance suite against the built server: exit code 0 where all of them pass.
 * The suite knows no tokens, so a proxy puts one on each request; `Host` and `Origin` go through as they came, since
 * one scenario is about them. The suite and the newer Node that it needs are installed into a temporary folder.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = { '@modelcontextprotocol/conformance': '0.1.16', node: '22.21.1' };
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'prompts-list',
  'resources-list',
  'dns-rebinding-protection',
];
const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'dist/gateway/main.js');
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const data = join(folder, 'data');
const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('INTENDANT_'));
const env = { ...Object.fromEntries(ours), INTENDANT_LOG_LEVEL: 'warn' };

/** Runs a program to its end and gives what it wrote; rejects on another exit code than 0. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env, ...options });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${said}`));
    });
  });
}

async function installSuite() {
  const manifest = { private: true, dependencies: packages, allowScripts: { node: true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  return {
    node: join(folder, 'node_modules/node/bin/node'),
    suite: join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  };
}

/** The address of a server of its own process, once it is ready. */
function startServer() {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const url = new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.includes('\n')) resolve(JSON.parse(said).url);
    });
    gone.then((code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { url, stop };
}

/** Passes every request on with the token added and nothing else changed; gives its port. */
async function startProxy(target, token) {
  const { hostname, port } = new URL(target);
  const proxy = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passed = request({ hostname, port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: proxy.address().port,
    stop: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** Whether a scenario passes; its report is shown where it does not. */
async function passes({ node, suite }, scenario, url) {
  const path = [join(folder, 'node_modules/node/bin'), process.env.PATH].join(delimiter);
  try {
    await run(node, [suite, 'server', '--url', url, '--scenario', scenario], {
      cwd: folder,
      env: { ...env, PATH: path },
    });
    console.log(`conformance ${scenario}: passed`);
    return true;
  } catch (error) {
    console.log(`conformance ${scenario}: failed\n${error.message}`);
    return false;
  }
}

async function conform() {
  const made = JSON.parse(await run(process.execPath, [main, 'setup', '--data', data, '--json']));
  const tools = await installSuite();
  const server = startServer();
  try {
    const proxy = await startProxy(await server.url, made.writeToken);
    try {
      let failed = 0;
      for (const scenario of scenarios) {
        if (!(await passes(tools, scenario, `http://127.0.0.1:${proxy.port}/mcp`))) failed += 1;
      }
      return failed;
    } finally {
      proxy.stop();
    }
  } finally {
    await server.stop();
  }
}

try {
  process.exitCode = (await conform()) === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
