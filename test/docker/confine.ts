import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user that the image's base calls `node`. */
export const USER = 1000;

/** Reads DATA and APP: all but DATA becomes read-only, then the program runs as an ordinary user without capabilities. */
const SCRIPT = `
set -e
mount --bind "$DATA" "$DATA"
mount --bind "$APP" "$APP"
mount -o remount,ro,bind "$APP"
mount -o remount,ro,bind /
cd "$APP"
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
`;

/** The words that run `command` as compose.yaml does: a read-only root file system, an ordinary user, no rights. */
export function confined(data: string, app: string, command: readonly string[]): string[] {
  const mounts = ['unshare', '--mount', '--propagation', 'private', 'env', `DATA=${data}`, `APP=${app}`];
  return [...mounts, 'sh', '-c', SCRIPT, 'sh', 'env', '-u', 'DATA', '-u', 'APP', ...command];
}

/** Whether this machine lets us do so: root, mount namespaces, and a Node that others may run. */
export function canConfine(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'confine-'));
  const [program = '', ...args] = confined(folder, folder, [process.execPath, '--version']);
  const { status } = spawnSync(program, args);
  rmSync(folder, { recursive: true });
  return status === 0;
}
