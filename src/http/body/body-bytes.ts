// In charge of reading the bytes of a request's body, decompressed and at most as many as are allowed. The connection
// outlives a refused body: what still comes is read past, so that a client that first sends everything sees the answer.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { AppError, validationError } from '../../base/errors.ts';
import { LINGER_MS } from '../../base/limits.ts';

/** True where a request has a body, or may have one: in chunks it may still be empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The body as UTF-8, whatever its `charset` says, as in Strapi: without the byte order mark, U+FFFD for what is none.
 * @param limit In bytes, of what the body is when decompressed
 * @throws PayloadTooLargeError beyond the limit, UnsupportedMediaTypeError for an encoding that nobody here knows,
 * ValidationError for a body that is cut off or not compressed as it says
 */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
  const isTooLarge = isPlain && Number(request.headers['content-length'] ?? 0) > limit;
  return new TextDecoder().decode(
    await consumeBody<Uint8Array>(request, (body, { done, fail }) => {
      if (isTooLarge) fail(tooLarge());
      const chunks: Buffer[] = [];
      let length = 0;
      body.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > limit) fail(tooLarge());
        else chunks.push(chunk);
      });
      body.on('end', () => done(Buffer.concat(chunks, length)));
    }),
  );
}

/** How a consumer of a body ends; only the first call counts. */
export interface Outcome<T> {
  readonly done: (value: T) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Hands the decompressed body to `consume`, which listens to it, and gives what that is done with.
 * @throws what `consume` fails with, and as `readText` for the encoding and what is cut off
 */
export async function consumeBody<T>(
  request: IncomingMessage,
  consume: (body: Readable, outcome: Outcome<T>) => void,
): Promise<T> {
  if (request.destroyed && !request.complete) throw aborted();
  let body: Readable = request;
  try {
    body = decompressed(request);
    return await new Promise<T>((done, fail) => {
      request.once('error', () => fail(aborted()));
      request.once('close', () => {
        if (!request.complete) fail(aborted());
      });
      if (body !== request) body.once('error', () => fail(notCompressed()));
      consume(body, { done, fail });
    });
  } catch (error) {
    request.unpipe();
    body.removeAllListeners('data');
    if (body !== request) body.destroy();
    await readPast(request);
    throw error;
  }
}

function decompressed(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  switch (encoding.toLowerCase()) {
    case 'identity':
      return request;
    case 'gzip':
    case 'deflate':
      return request.pipe(createUnzip());
    case 'br':
      return request.pipe(createBrotliDecompress());
    default: {
      const message = `Unsupported Content-Encoding: ${encoding}`;
      throw new AppError('UnsupportedMediaTypeError', message, null);
    }
  }
}

/**
 * Lets the rest of a body come and forgets it, before a request is refused. Where the connection is closed behind the answer, what the client is
 * still sending would make it lose that answer: so it may send for a while first.
 */
export async function readPast(request: IncomingMessage): Promise<void> {
  request.resume();
  if (request.readableEnded || request.destroyed || !closesBehindAnswer(request)) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    for (const event of ['end', 'close', 'error']) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });
}

/** Lets a body come as `readPast` does, unless somebody has begun to read it. */
export async function discardUnread(request: IncomingMessage): Promise<void> {
  if (request.readableFlowing === null) await readPast(request);
}

function closesBehindAnswer({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? '';
  return httpVersion === '1.0' ? !connection.includes('keep-alive') : connection.includes('close');
}

/** 413 as every limit of a body answers it. */
export function tooLarge(): AppError {
  return new AppError('PayloadTooLargeError', 'request entity too large', null);
}

function aborted(): AppError {
  return validationError('The request was cut off.');
}

function notCompressed(): AppError {
  return validationError('The body is not compressed as Content-Encoding says.');
}
