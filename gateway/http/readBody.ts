import type { IncomingMessage } from 'node:http';
import { nestsDeeper } from './nesting.ts';

/** Why a body was not read, in HTTP's terms. */
export class BodyProblem extends Error {
  override readonly name = 'BodyProblem';
  readonly status: 400 | 413 | 415;

  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** No message has a reason to come near it. */
const deepest = 200;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether a `Content-Type` is JSON in UTF-8. Parameters other than the charset do not matter. */
export const isJsonType = (header: string | undefined): boolean => {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
};

const collect = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (): void => reject(new BodyProblem(413, `The request is larger than ${limit} bytes.`));
    // A connection that closes with the answer takes the answer along while the client still writes: there what comes
    // is thrown away first, up to twice the limit.
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > (request.headers.connection === 'close' ? 2 * limit : limit)) {
      request.resume();
      return tooLarge();
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        chunks = [];
        if (size > 2 * limit) tooLarge();
      }
    });
    request.once('end', () => {
      if (size > limit) tooLarge();
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', () => reject(new BodyProblem(400, 'The request ended before its body did.')));
    request.once('close', () => {
      // An error costs its stack, and nearly every request closes whole.
      if (!request.complete) reject(new BodyProblem(400, 'The request ended before its body did.'));
    });
  });

/**
 * A request's JSON body, with its length in characters. Stops at `limit` bytes, whatever the headers say.
 * Throws `BodyProblem`: 415 not JSON in UTF-8 or compressed, 413 too large, 400 broken JSON or UTF-8.
 */
export const readJsonBody = async (
  request: IncomingMessage,
  limit: number,
): Promise<{ readonly value: unknown; readonly characters: number }> => {
  if (!isJsonType(request.headers['content-type'])) {
    throw new BodyProblem(415, 'The Content-Type must be application/json, in UTF-8.');
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new BodyProblem(415, 'A compressed body is not accepted.');
  }
  const bytes = await collect(request, limit);
  if (nestsDeeper(bytes, deepest))
    throw new BodyProblem(400, `Parse error: the body nests deeper than ${deepest}.`);
  try {
    const text = decoder.decode(bytes);
    return { value: JSON.parse(text), characters: text.length };
  } catch {
    throw new BodyProblem(400, 'Parse error: the body is not valid JSON in UTF-8.');
  }
};
