/** Host and port as they came in a `Host` header or an address: `name[:port]` or `[v6][:port]`, nothing else. */
const hostForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

const parse = (address: string): URL | null => {
  try {
    return new URL(address);
  } catch {
    return null;
  }
};

const hostNameOf = (host: string | undefined): string | null =>
  host !== undefined && hostForm.test(host) ? (parse(`http://${host}`)?.hostname ?? null) : null;

/** Whether a `Host` header names this machine's loopback: `localhost`, 127.0.0.0/8 or `[::1]`, any port. */
export const isLoopbackHost = (host: string | undefined): boolean => {
  const name = hostNameOf(host);
  return name !== null && (name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name));
};

/** Whether a socket's remote address is on this machine. A Unix socket has none, and is. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  address === undefined || address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address);

/** Guards against DNS rebinding: `Host` must be loopback, or the host of the public address. */
export const isHostAllowed = (host: string | undefined, publicUrl: string | undefined): boolean => {
  if (isLoopbackHost(host)) return true;
  const name = hostNameOf(host);
  return name !== null && publicUrl !== undefined && name === parse(publicUrl)?.hostname;
};

/**
 * Whether a browser's `Origin` may call: none at all (not a browser), the server's own host and port, the public
 * address, or one of the allowed origins. `null` is foreign.
 */
export const isOriginAllowed = (
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
  allowed: readonly string[],
): boolean => {
  if (origin === undefined) return true;
  const from = parse(origin);
  if (from === null || (from.protocol !== 'http:' && from.protocol !== 'https:')) return false;
  if (isOriginListed(origin, allowed)) return true;
  if (publicUrl !== undefined && parse(publicUrl)?.origin === from.origin) return true;
  return host !== undefined && hostForm.test(host) && parse(`${from.protocol}//${host}`)?.host === from.host;
};

/** Whether an origin is one of those that the operator allowed by name. */
export const isOriginListed = (origin: string | undefined, allowed: readonly string[]): boolean => {
  const from = origin === undefined ? null : parse(origin);
  return from !== null && from.origin !== 'null' && allowed.some((one) => parse(one)?.origin === from.origin);
};
