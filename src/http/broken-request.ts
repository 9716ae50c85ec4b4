// In charge of what never becomes a request: bytes that are no HTTP, or a head beyond the limit.
import type { Socket } from 'node:net';
import { MAX_HEADER_BYTES } from '../base/limits.ts';
import { errorBody } from './errors.ts';

/** Nobody is there to read an answer, or not in time. */
const GONE = ['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT'];

/** Answers with the envelope of all errors, where somebody listens, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (GONE.includes(error.code ?? '') || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, name, message } =
    error.code === 'HPE_HEADER_OVERFLOW' ? TOO_LARGE : NO_HTTP;
  const body = errorBody({ status, name, message, details: {} });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const TOO_LARGE = {
  status: 431,
  reason: 'Request Header Fields Too Large',
  name: 'HeadersTooLargeError',
  message: `The head of a request, its URL included, may have at most ${MAX_HEADER_BYTES} bytes.`,
} as const;

const NO_HTTP = {
  status: 400,
  reason: 'Bad Request',
  name: 'ValidationError',
  message: 'The request is not valid HTTP.',
} as const;
