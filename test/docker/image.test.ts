import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PRODUCT, ROOT } from '../architecture/repository.ts';
import { environmentOf, parseDockerfile, stepsOf } from './dockerfile.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const stages = parseDockerfile(read('docker/Dockerfile'));
const contextCopies = stages
  .flatMap((stage) => stage.steps)
  .filter((step) => step.keyword === 'COPY' && step.flags.from === undefined)
  .flatMap((step) => step.words.slice(0, -1));

describe('the parser', () => {
  test('joins lines, drops comments, reads flags, arrays and stages', () => {
    const source =
      'FROM a:1 AS x\n# c\nRUN one && \\\n  # c\n  two\nFROM x AS y\nCOPY --from=x --chown=u:g /a b\nCMD ["n", "m o"]\n';
    const [x, y] = parseDockerfile(source);
    expect(x).toMatchObject({ name: 'x', from: 'a:1', steps: [{ keyword: 'RUN', text: 'one && two' }] });
    expect(y?.from).toBe('x');
    expect(y?.steps[0]).toMatchObject({ flags: { from: 'x', chown: 'u:g' }, words: ['/a', 'b'] });
    expect(y?.steps[1]?.words).toEqual(['n', 'm o']);
  });
});

describe('the Dockerfile', () => {
  test('builds on one image, which both kinds of machine have, and on its own stages', () => {
    const names = stages.map((stage) => stage.name);
    const images = new Set(stages.map((stage) => stage.from).filter((from) => !names.includes(from)));
    expect([...images]).toEqual(['node:20-slim']);
    expect(stages.at(-1)?.name).toBe('full');
    expect(names).toContain('slim');
  });

  test.each(contextCopies)('COPY %s: it is there, and .dockerignore lets it in', (source) => {
    expect(existsSync(join(ROOT, source))).toBe(true);
    expect(read('.dockerignore').split('\n')).toContain(`!${source}`);
  });

  test('copies every folder of the product, and the page that it serves', () => {
    expect(contextCopies).toEqual(expect.arrayContaining([...PRODUCT, 'docs/agents.md']));
  });

  test('.dockerignore lets in nothing else', () => {
    const lines = read('.dockerignore').split('\n');
    const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(lines).toContain('*');
    expect(allowed.sort()).toEqual([...new Set(contextCopies)].sort());
  });

  test.each(['full', 'slim'])('%s runs as an ordinary user, has a health check and a volume', (name) => {
    const steps = stepsOf(stages, name);
    const last = (keyword: string) => steps.findLast((step) => step.keyword === keyword);
    expect(last('USER')?.text).toBe('node');
    expect(last('HEALTHCHECK')?.text).toContain('docker/healthcheck.mjs');
    expect(last('VOLUME')?.words).toEqual(['/data']);
    expect(last('CMD')?.words).toEqual(['node', 'dist/gateway/main.js', 'serve']);
    expect(environmentOf(steps).INTENDANT_DATA).toBe('/data');
  });

  test('opens nothing to others by itself, and holds no secret', () => {
    const names = stages.flatMap((stage) => Object.keys(environmentOf(stage.steps)));
    expect(names).not.toContain('INTENDANT_HOST');
    expect(names).not.toContain('INTENDANT_TRUST_PROXY');
    expect(names.filter((name) => /TOKEN|KEY|PASSWORD|SECRET/.test(name))).toEqual([]);
    expect(
      stages.flatMap((stage) => stage.steps).filter((step) => ['ARG', 'ADD'].includes(step.keyword)),
    ).toEqual([]);
  });

  test('leaves no package lists behind, and installs by the lock file alone', () => {
    const runs = stages.flatMap((stage) => stage.steps).filter((step) => step.keyword === 'RUN');
    const apt = runs.filter((step) => step.text.includes('apt-get install'));
    expect(apt).toHaveLength(1);
    expect(apt[0]?.text).toMatch(
      /apt-get update && .*--no-install-recommends .*&& rm -rf \/var\/lib\/apt\/lists\/\*$/,
    );
    expect(runs.filter((step) => /npm (install|i|add)\b/.test(step.text))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const Compose = z.object({
    services: z.object({
      intendant: z.object({
        build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }),
        environment: z.record(z.string(), z.string()),
        ports: z.array(z.string()),
        volumes: z.array(z.string()),
        read_only: z.boolean(),
        cap_drop: z.array(z.string()),
        security_opt: z.array(z.string()),
      }),
    }),
    volumes: z.record(z.string(), z.unknown()),
  });
  const compose = Compose.parse(parse(read('docker/compose.yaml')));
  const { intendant } = compose.services;

  test('builds a stage that exists, from the checkout', () => {
    expect(existsSync(join(ROOT, 'docker', intendant.build.context, intendant.build.dockerfile))).toBe(true);
    expect(stages.map((stage) => stage.name)).toContain(intendant.build.target);
  });

  test('gives it nothing but its volume', () => {
    expect(intendant).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const [volume = ''] = intendant.volumes;
    expect(volume).toMatch(/^\w+:\/data$/);
    expect(Object.keys(compose.volumes)).toEqual([volume.split(':')[0]]);
  });

  test('trusts what stands in front only because the port is published to this machine alone', () => {
    expect(intendant.environment).toEqual({ INTENDANT_HOST: '0.0.0.0', INTENDANT_TRUST_PROXY: 'true' });
    expect(intendant.ports).toEqual(['127.0.0.1:7331:7331']);
  });
});
