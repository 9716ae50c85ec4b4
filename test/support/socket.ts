// Raw HTTP over a socket: sends bytes and splits responses.
import { connect, type Socket } from 'node:net';

/** A response as received. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes and returns the first response. @throws if the connection ends without one */
export async function sendBytes(port: number, bytes: string): Promise<RawResponse> {
  await using connection = await openConnection(port);
  connection.send(bytes);
  return await connection.response();
}

/** One connection to this machine. */
export interface Connection extends AsyncDisposable {
  send(bytes: string): void;
  /** The next response. Bodies have the size in `content-length`, so responses to HEAD cannot be read. */
  response(): Promise<RawResponse>;
  /** All that comes until the server ends the connection. */
  rest(): Promise<string>;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(port, '127.0.0.1', () => resolve(opened)).once('error', reject);
  });
  let received = Buffer.alloc(0);
  let wake = (): void => {};
  let ended = false;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    ended = true;
    wake();
  });
  const more = (): Promise<void> =>
    ended
      ? Promise.reject(new Error('the connection has ended'))
      : new Promise((resolve) => (wake = resolve));
  return {
    send: (bytes) => void socket.write(bytes),
    async response() {
      for (;;) {
        const taken = takeResponse(received);
        if (taken) {
          received = received.subarray(taken.length);
          return taken.response;
        }
        await more();
      }
    },
    async rest() {
      while (!ended) await more();
      return received.toString();
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

function takeResponse(
  bytes: Buffer,
): { readonly response: RawResponse; readonly length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return null;
  const body = bytes.subarray(end + 4, length).toString();
  return { response: { status: Number(first.split(' ')[1]), headers, body }, length };
}
