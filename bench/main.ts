import { removeFolders } from './folders.ts';

/** `npm run bench [name …] [-- options]`. A name in front of a colon is a part that runs in a process of its own. */
const parts: Readonly<Record<string, (args: readonly string[]) => Promise<unknown>>> = {
  engine: async (args) => (await import('./engine.ts')).engine(args.includes('--large')),
  http: async (args) => (await import('./http.ts')).http(args.includes('--official')),
  load: async () => (await import('./load.ts')).load(),
  'main-job': async (args) => (await import('./mainJobOnBuilt.ts')).mainJobOnBuilt(args),
  recall: async (args) => (await import('./recall.ts')).recall(args[0]),
  'child:echo': async () => (await import('./echoServer.ts')).echoServer(),
  'child:bare': async () => (await import('./bare.ts')).bare(),
  'child:gateway': async (args) => (await import('./loadGateway.ts')).loadGateway(args[0] ?? ''),
  'child:filler': async (args) =>
    (await import('./filler.ts')).filler(args[0] ?? '', args[1] ?? '', Number(args[2])),
};

const usage = `usage: npm run bench [engine|http|load|main-job|recall] [-- options]
  engine [--large]      the engine at 20,000 notes; --large fills up to 100,000 as well
  http [--official]     tools through HTTP beside a bare echo; --official: with the official client
  load                  reads while commits of 500 notes run
  main-job [folder …]   the main job on real Markdown
  recall <file>         recall beside plain passages, on a file in the form of LoCoMo
without a name: engine and http
`;

async function run([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name.startsWith('--')) {
    for (const each of ['engine', 'http']) await parts[each]?.(name === undefined ? [] : [name, ...args]);
    return;
  }
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  await part(args);
}

// An interrupted run leaves no process and no folder behind.
const words = process.argv.slice(2);
const isChild = words[0]?.startsWith('child:') === true;
if (!isChild)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => removeFolders().then(() => process.exit(130)));
try {
  await run(words);
} finally {
  if (!isChild) await removeFolders();
}
