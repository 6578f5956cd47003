import { readFileSync } from 'node:fs';
import type { Settings } from '../config.ts';

/** The PEM texts of the certificate and key that the settings name, if they do. */
export function readTls({ tlsCert, tlsKey }: Settings): { cert: string; key: string } | null {
  if (tlsCert === undefined || tlsKey === undefined) return null;
  return { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') };
}
