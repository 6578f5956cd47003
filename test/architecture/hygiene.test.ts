import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ROOT, repositoryFiles, textOf } from './repository.ts';

/** Written in pieces, so that this file does not hold what it looks for. */
const HOSTS = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['npm', 'pkg', 'github', 'com'],
  ['deb', 'debian', 'org'],
  ['archive', 'ubuntu', 'com'],
  ['pypi', 'org'],
  ['files', 'pythonhosted', 'org'],
].map((parts) => parts.join('.'));
// A path of one name, such as /app, is no sign of a machine.
const PATHS = [ROOT, homedir(), ['', 'work', 'main'].join('/'), ['', 'work', 'shared'].join('/')].filter(
  (path) => path.split('/').length > 2,
);

/** The machine's paths and registries' hosts in a text; a path counts only as a whole. */
function strangers(text: string, paths: readonly string[] = PATHS): string[] {
  const whole = (path: string) =>
    new RegExp(`(?<![\\w.~-])${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`);
  return [...HOSTS.filter((host) => text.includes(host)), ...paths.filter((path) => whole(path).test(text))];
}

describe('the check itself', () => {
  test.each([
    ['see https://{host}/left-pad', ['{host}']],
    ['cd /srv/house && npm test', ['/srv/house']],
    ['cd "/srv/house/domain"', ['/srv/house']],
    ['the folder /srv/housekeeping', []],
    ['under https://example.org/srv/house', []],
  ])('%s', (text, found) => {
    const host = HOSTS[0] ?? '';
    const fill = (part: string) => part.replace('{host}', host);
    expect(strangers(fill(text), ['/srv/house'])).toEqual(found.map(fill));
  });
});

test('the repository names no path of a machine and no registry', () => {
  const found = repositoryFiles().flatMap((name) =>
    strangers(textOf(name)).map((what) => `${name}: ${what}`),
  );
  expect(found).toEqual([]);
});
