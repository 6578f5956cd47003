import { Refusal } from '../../domain/errors.ts';
import type { Settings } from '../config.ts';

/** Why the gateway could not listen, in words for the operator; any other error is given back as it is. */
export const startProblem = (
  error: unknown,
  { host, port, socket }: Pick<Settings, 'host' | 'port' | 'socket'>,
): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const place = socket === undefined ? `port ${port} of ${host}` : `the socket ${socket}`;
  const other = socket === undefined ? 'choose another port with --port' : 'name another file with --socket';
  if (code === 'EADDRINUSE') {
    return new Refusal(
      'unavailable',
      `Intendant cannot listen on ${place}: something else has it.`,
      `Stop the other program (it may be Intendant, already running), or ${other}.`,
    );
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new Refusal(
      'unavailable',
      `Intendant may not listen on ${place}.`,
      `Ports under 1024 and other people's folders need more rights; ${other}.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Refusal(
      'unavailable',
      `This machine has no address ${host}.`,
      'Give --host (INTENDANT_HOST) an address of this machine, such as 127.0.0.1.',
    );
  }
  return error;
};
