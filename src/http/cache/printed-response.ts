// Responses whose heads were printed before: Node checks and prints every header of every response again, which takes
// longer than everything else that a cache hit does.
import {
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
  type ServerResponse,
} from 'node:http';

declare module 'node:http' {
  interface ServerResponse {
    /** The head as Node has printed it, which it does not do where it stands already. */
    _header: string | null;
    _headerSent: boolean;
    /** Whether the connection ends with the answer. */
    _last: boolean;
  }
}

/** Bytes up to which a body is copied behind its head. */
const SHORT = 16_384;

/** The first line of a head. */
export function printStatus(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

/** Lines of a head. @throws TypeError for a header that Node would not send */
export function printHeaders(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** One text, not the pieces that it was made of. */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** A body as it is kept: what is short as a text with one character for each byte, which goes out together with the head. */
export function printBody(body: Buffer): Buffer | string {
  return body.length > SHORT ? body : body.toString('latin1');
}

/** Prints what Node puts behind the headers of its own accord. */
export class HeadEnd {
  readonly #keepAlive: string;
  #second = 0;
  #date = '';

  /** @param keepAlive Milliseconds that a connection is kept open between requests */
  constructor(keepAlive: number) {
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`;
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

/** Sends a printed head with a body: straight to the connection, unless another answer is due there first. */
export function sendPrinted(response: ServerResponse, head: string, body: Buffer | string): void {
  const { socket } = response;
  response._header = head;
  response._last = !response.shouldKeepAlive;
  if (!socket?.writable) {
    response.end(body, 'latin1');
    return;
  }
  response._headerSent = true;
  if (typeof body === 'string') {
    socket.write(head + body, 'latin1');
  } else {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  }
  response.end();
}
