import { expect, test } from 'vitest';
import { repositoryFiles } from './repository.ts';

const FOLDERS = ['.ci', 'bench', 'docker', 'docs', 'domain', 'gateway', 'policies', 'storage', 'test'];

test('a person finds the room from the folder names alone', () => {
  const tops = repositoryFiles().flatMap((name) =>
    name.includes('/') ? [name.slice(0, name.indexOf('/'))] : [],
  );
  expect([...new Set(tops)].filter((folder) => !FOLDERS.includes(folder))).toEqual([]);
});

test('nothing that was built or kept at run time is part of the repository', () => {
  const strays =
    /^(dist|data|coverage|node_modules)\/|\.(db|db-wal|db-shm|sqlite|log|tsbuildinfo)$|first-run\.json$/;
  expect(repositoryFiles().filter((name) => strays.test(name))).toEqual([]);
});
