import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';

export interface ListenOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** A Unix socket's path, instead of host and port. */
  readonly socket?: string | undefined;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface Listening {
  /** `http://127.0.0.1:7331`, or the socket's path. */
  readonly url: string;
  /** `null` on a Unix socket. */
  readonly port: number | null;
  /** Takes no new requests, lets running ones end within 10 s, then cuts them off. Safe to call twice. */
  close(): Promise<void>;
}

const graceMilliseconds = 10_000;
const closingBody = JSON.stringify({
  error: { code: 'unavailable', message: 'The server is stopping.', hint: 'Try again in a moment.' },
});

/** Answers what is no HTTP, in JSON like all else; Node's own answer has no body. */
const refuseUnread = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const large = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify({
    error: large
      ? { code: 'tooLarge', message: 'The headers are too large.', hint: 'Send fewer or shorter headers.' }
      : { code: 'invalidArguments', message: 'That is no HTTP request.', hint: 'Send HTTP/1.1.' },
  });
  const status = large ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

const placeOf = (server: Server, scheme: string, host: string): Pick<Listening, 'url' | 'port'> => {
  const address = server.address();
  if (address === null || typeof address === 'string') return { url: address ?? '', port: null };
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `${scheme}://${name}:${address.port}`, port: address.port };
};

/** Serves `handler`. Rejects where the address cannot be had (`EADDRINUSE`, `EACCES`, …). */
export const listen = async (handler: RequestListener, options: ListenOptions): Promise<Listening> => {
  const running = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  const answer: RequestListener = (request, response) => {
    if (closing !== undefined) {
      response.writeHead(503, {
        'Content-Type': 'application/json',
        Connection: 'close',
        'Retry-After': '1',
      });
      response.end(closingBody);
      return;
    }
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (closing !== undefined) setImmediate(() => server.closeIdleConnections());
    });
    handler(request, response);
  };
  const { tls } = options;
  // A request without Host is answered like one with a foreign Host, not by Node in its own words.
  const common = { requireHostHeader: false };
  const server: Server =
    tls === undefined ? createServer(common, answer) : createTlsServer({ ...common, ...tls }, answer);
  server.on('clientError', refuseUnread);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const listening = (): void => {
      server.off('error', reject);
      resolve();
    };
    if (options.socket === undefined) server.listen(options.port, options.host, listening);
    else server.listen(options.socket, listening);
  });
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    for (const response of running) if (!response.headersSent) response.setHeader('Connection', 'close');
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    await closed;
    clearTimeout(cutOff);
  };
  return {
    ...placeOf(server, tls === undefined ? 'http' : 'https', options.host),
    close: () => {
      closing ??= stop();
      return closing;
    },
  };
};
