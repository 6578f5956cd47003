import { execFile } from 'node:child_process';
import { cp, mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf, type Stage, type Step } from './dockerfile.ts';

const run = promisify(execFile);

/** The environment of a build step: this machine's, less what belongs to this run of the tests. */
function cleanEnvironment(): Record<string, string | undefined> {
  const ours = /^(INTENDANT_|npm_|VITEST|NODE_|TEST$|CI$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/** COPY: several sources go into a folder; one folder's content goes to the target; one file becomes the target. */
async function copy(step: Step, from: string, root: string, workdir: string): Promise<void> {
  const target = step.words.at(-1) ?? '';
  const sources = step.words.slice(0, -1);
  const destination = join(root, resolve(workdir, target));
  for (const source of sources) {
    const path = join(from, source);
    const intoFolder = target.endsWith('/') && !(await stat(path)).isDirectory();
    await cp(path, intoFolder ? join(destination, basename(source)) : destination, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

/**
 * RUN. What needs an image's root or the network is stood in for: Debian's packages are this machine's, and
 * `npm ci` is the node_modules of the checkout, which came from the same lock file. Other commands really run;
 * one that this list does not know is an error, so that no step goes unnoticed.
 */
async function execute(
  step: Step,
  checkout: string,
  root: string,
  workdir: string,
  env: Record<string, string>,
) {
  const [program = '', verb = ''] = step.words;
  if (program === 'apt-get') return;
  if (program === 'install' && verb === '-d') {
    await mkdir(join(root, step.words.at(-1) ?? ''), { recursive: true });
  } else if (program === 'npm' && verb === 'ci') {
    await run('cp', ['-a', join(checkout, 'node_modules'), join(root, workdir)]);
  } else if (program === 'node' || (program === 'npm' && verb === 'prune')) {
    await run('sh', ['-c', step.text], { cwd: join(root, workdir), env: { ...cleanEnvironment(), ...env } });
  } else throw new Error(`a RUN step that cannot be repeated here: ${step.text}`);
}

/**
 * Repeats the steps of all stages in a clean folder: `folder/<stage>` is the file system of that stage, below its
 * base image. Steps that only describe the image (USER, CMD …) are left to the caller.
 */
export async function replay(stages: readonly Stage[], checkout: string, folder: string): Promise<void> {
  const workdirs = new Map<string, string>();
  const environments = new Map<string, Record<string, string>>();
  for (const stage of stages) {
    const root = join(folder, stage.name);
    await mkdir(root);
    let workdir = workdirs.get(stage.from) ?? '/';
    const env = { ...environments.get(stage.from), ...environmentOf(stage.steps) };
    if (workdirs.has(stage.from)) await run('cp', ['-a', `${join(folder, stage.from)}/.`, root]);
    for (const step of stage.steps) {
      if (step.keyword === 'WORKDIR') {
        workdir = resolve(workdir, step.text);
        await mkdir(join(root, workdir), { recursive: true });
      }
      const source = step.flags.from === undefined ? checkout : join(folder, step.flags.from);
      if (step.keyword === 'COPY') await copy(step, source, root, workdir);
      if (step.keyword === 'RUN') await execute(step, checkout, root, workdir, env);
    }
    workdirs.set(stage.name, workdir);
    environments.set(stage.name, env);
  }
}
