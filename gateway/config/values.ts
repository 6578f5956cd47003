import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

/** A value as it may stand in a message: one line, at most 80 characters, and nothing that looks like a token. */
export const shown = (value: string): string => {
  if (/itd_|bearer|password|secret|@/i.test(value)) return 'a value not shown here';
  const quoted = JSON.stringify(value);
  return quoted.length <= 80 ? quoted : `${quoted.slice(0, 78)}…"`;
};

/** Thrown text becomes the problem of this one setting; it goes on after the setting's name. */
const rule = <T>(read: (value: string) => T | { problem: string }) =>
  z.string().transform((value, context): T => {
    const result = read(value.trim());
    if (typeof result === 'object' && result !== null && 'problem' in result) {
      context.addIssue({ code: 'custom', message: result.problem });
      return z.NEVER;
    }
    return result;
  });

export const text = rule((value) => value);

export const wholeNumber = (least: number, most: number) =>
  rule((value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    return { problem: `is ${shown(value)}; it must be a whole number from ${least} to ${most}` };
  });

export const flag = rule((value) => {
  if (/^(?:true|1|yes|on)$/i.test(value)) return true;
  if (/^(?:false|0|no|off)$/i.test(value)) return false;
  return { problem: `is ${shown(value)}; it must be true or false` };
});

export const choice = <const T extends string>(allowed: readonly T[]) =>
  rule((value): T | { problem: string } => {
    const found = allowed.find((one) => one === value.toLowerCase());
    return found ?? { problem: `is ${shown(value)}; it must be one of ${allowed.join(', ')}` };
  });

export const folder = rule((value) => {
  if (value === '') return { problem: 'is empty; unset it for the default, or name a folder' };
  if (/^~(?:\/|$)/.test(value)) {
    return { problem: `is ${shown(value)}; only a shell expands "~", write ${homedir()} instead` };
  }
  return resolve(value);
});

export const readableFile = rule((value) => {
  const path = resolve(value);
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isFile()) return path;
    return { problem: `is ${shown(value)}, which is not a file` };
  } catch {
    return { problem: `is ${shown(value)}, a file that does not exist or cannot be read` };
  }
});

export const hostName = rule((value) => {
  const bare = value.replace(/^\[(.*)\]$/, '$1');
  if (/^[A-Za-z0-9._:%-]+$/.test(bare) && !bare.includes('://')) return bare;
  return { problem: `is ${shown(value)}; it must be an address or a host name, without scheme or port` };
});

const webUrl = (value: string): URL | { problem: string } => {
  if (!URL.canParse(value))
    return { problem: `is ${shown(value)}; it must be a web address such as https://notes.example.org` };
  const url = new URL(value);
  if (!/^https?:$/.test(url.protocol))
    return { problem: `is ${shown(value)}; it must begin with http:// or https://` };
  if (url.username !== '' || url.password !== '')
    return { problem: 'holds a user name or a password; leave them out' };
  return url;
};

export const publicUrl = rule((value) => {
  const url = webUrl(value);
  if (!(url instanceof URL)) return url;
  if (url.search !== '' || url.hash !== '')
    return { problem: `is ${shown(value)}; leave out "?" and "#" and what follows` };
  return url.href.replace(/\/+$/, '');
});

export const origins = rule((value) => {
  const found: string[] = [];
  for (const one of value.split(',').map((part) => part.trim())) {
    if (one === '') continue;
    const url = webUrl(one);
    if (!(url instanceof URL)) {
      return {
        problem: `has the entry ${shown(one)}; each must be an origin such as https://notes.example.org (no "*")`,
      };
    }
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
      return { problem: `has the entry ${shown(one)}; an origin ends after host and port: ${url.origin}` };
    }
    found.push(url.origin);
  }
  return found;
});

export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i.test(host);

export const embeddingsUrl = rule((value) => {
  const url = webUrl(value);
  if (!(url instanceof URL)) return url;
  if (url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return url.href;
  return { problem: `is ${shown(value)}; past this machine it must begin with https://` };
});

export const locale = rule((value) => {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? 'en';
  } catch {
    return { problem: `is ${shown(value)}; it must be a language tag such as en or pt-BR` };
  }
});

/** The path of the embedded database's file. The value is never shown: such addresses hold passwords. */
export const databaseUrl = rule((value) => {
  if (/^postgres(?:ql)?:/i.test(value)) {
    return {
      problem:
        'names a PostgreSQL database, which is not supported yet; unset it to use the embedded SQLite file',
    };
  }
  const match = /^(?:sqlite|file):(?:\/\/(?=\/))?([^?#]+)$/i.exec(value);
  const path = match?.[1];
  if (path === undefined || path.endsWith('/') || path.startsWith('//') || path === ':memory:') {
    return {
      problem: 'must name the file of an embedded database, such as sqlite:///srv/intendant/intendant.db',
    };
  }
  try {
    return resolve(decodeURIComponent(path));
  } catch {
    return { problem: 'holds a "%" that is not followed by two hexadecimal digits' };
  }
});
