// Reads request bodies: decompresses them and limits their size. The connection outlives a rejected body, whose rest
// is discarded, so that a client that sends everything first still receives the response.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { AppError, validationError } from '../../base/errors.ts';
import { LINGER_MS } from '../../base/limits.ts';

/** Returns true if a request has a body, which may be empty if it is chunked. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** Texts of bodies, for requests that are retried. */
const texts = new WeakMap<IncomingMessage, string>();

/** Returns true if the body of a request was not read yet, or is known as text. */
export function isBodyAvailable(request: IncomingMessage): boolean {
  return !hasBody(request) || texts.has(request) || !request.readableDidRead;
}

/**
 * Returns the body as UTF-8. As in Strapi, `charset` is ignored, the byte order mark is removed, and invalid bytes
 * become U+FFFD.
 * @param limit Maximum size after decompression in bytes
 * @throws PayloadTooLargeError above the limit, UnsupportedMediaTypeError for an unknown encoding, ValidationError
 * for a body that is truncated or not compressed as declared
 */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const cached = texts.get(request);
  if (cached !== undefined) return cached;
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
  const isTooLarge = isPlain && Number(request.headers['content-length'] ?? 0) > limit;
  const text = new TextDecoder().decode(
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
  texts.set(request, text);
  return text;
}

/** Result of consuming a body; only the first call counts. */
export interface BodyOutcome<T> {
  readonly done: (value: T) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Passes the decompressed body to `consume` and returns its result.
 * @throws the error of `consume`, and as `readText` for the encoding and truncation
 */
export async function consumeBody<T>(
  request: IncomingMessage,
  consume: (body: Readable, outcome: BodyOutcome<T>) => void,
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
    await discardBody(request);
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
      throw new AppError('UnsupportedMediaTypeError', message, { details: null });
    }
  }
}

/**
 * Discards the rest of a body before a request is rejected. If the connection is closed after the response, a client
 * that is still sending would lose the response; it may therefore send for a short time first.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  request.resume();
  if (request.readableEnded || request.destroyed || !closesAfterResponse(request)) return;
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

/** Discards a body as `discardBody` does, unless it is already being read. */
export async function discardUnreadBody(request: IncomingMessage): Promise<void> {
  if (request.readableFlowing === null) await discardBody(request);
}

function closesAfterResponse({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? '';
  return httpVersion === '1.0' ? !connection.includes('keep-alive') : connection.includes('close');
}

/** 413 for a body above a limit. */
export function tooLarge(): AppError {
  return new AppError('PayloadTooLargeError', 'request entity too large', { details: null });
}

function aborted(): AppError {
  return validationError('The request body was truncated.');
}

function notCompressed(): AppError {
  return validationError('The body does not match its Content-Encoding.');
}
