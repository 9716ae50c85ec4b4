// Sends responses with a preprinted head: Node would validate and print every header again, which takes longer than
// the rest of a cache hit.
import {
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
  type ServerResponse,
} from 'node:http';

declare module 'node:http' {
  interface ServerResponse {
    /** The printed head. Node does not print it if it is set. */
    _header: string | null;
    _headerSent: boolean;
    /** Whether the connection is closed after the response. */
    _last: boolean;
  }
}

/** Maximum size of a body that is sent together with its head, in bytes. */
const SHORT = 16_384;

/** Returns a status line. */
export function printStatus(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

/** Returns header lines. @throws TypeError for a header that Node would reject */
export function printHeaders(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Flattens a string that V8 stores as a concatenation. */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/**
 * Returns the stored form of a body: a short one as a string with one character per byte, which is sent together with
 * the head.
 */
export function printBody(body: Buffer): Buffer | string {
  return body.length > SHORT ? body : body.toString('latin1');
}

/** Prints the headers that Node adds. */
export class NodeHeaders {
  readonly #keepAlive: string;
  #second = 0;
  #date = '';

  /** @param keepAlive Keep-alive timeout in milliseconds; 0 for none */
  constructor(keepAlive: number) {
    const timeout =
      keepAlive === 0 ? '' : `Keep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n`;
    this.#keepAlive = `Connection: keep-alive\r\n${timeout}\r\n`;
  }

  /** @param now Milliseconds since 1970 */
  print({ shouldKeepAlive }: Pick<ServerResponse, 'shouldKeepAlive'>, now: number): string {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = `Date: ${new Date(now).toUTCString()}\r\n`;
    }
    return this.#date + (shouldKeepAlive ? this.#keepAlive : 'Connection: close\r\n\r\n');
  }
}

/** A response with a printed head. */
export interface PrintedResponse {
  readonly head: string;
  readonly body: Buffer | string;
  /** Encoding of a body that is a string. Default: `latin1`, one character per byte */
  readonly encoding?: 'latin1' | 'utf8';
}

/** Sends a printed response, directly to the socket unless another response is due first. */
export function sendPrinted(
  response: ServerResponse,
  { head, body, encoding = 'latin1' }: PrintedResponse,
): void {
  const { socket } = response;
  response._header = head;
  response._last = !response.shouldKeepAlive;
  if (!socket?.writable) {
    response.end(body, encoding);
    return;
  }
  response._headerSent = true;
  if (typeof body === 'string') {
    socket.write(head + body, encoding);
  } else {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  }
  response.end();
}
