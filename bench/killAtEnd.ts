import type { ChildProcess } from 'node:child_process';

/** Ends a child with this process, whatever ends it. */
export function killAtEnd(child: ChildProcess): void {
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
