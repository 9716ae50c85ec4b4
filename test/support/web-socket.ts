// A WebSocket client with small text frames (RFC 6455), as Node 20 has none.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface WebSocketClient {
  /** Sends a text and returns the text of the next frame. */
  send(text: string): Promise<string>;
  /** Resolves when the server has closed the connection. */
  closed(): Promise<unknown>;
}

/** Opens a WebSocket. @throws Error if the server does not accept it */
export async function openWebSocket(port: number, path: string): Promise<WebSocketClient> {
  const key = randomBytes(16).toString('base64');
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': key,
    'sec-websocket-version': '13',
  };
  const sent = request({ host: '127.0.0.1', port, path, headers });
  const upgraded = new Promise<[IncomingMessage, Socket]>((resolve, reject) => {
    sent.once('upgrade', (response: IncomingMessage, socket: Socket) => {
      resolve([response, socket]);
    });
    sent.once('response', ({ statusCode }) => reject(new Error(`responded with ${statusCode}`)));
    sent.once('error', reject);
  });
  sent.end();
  const [response, socket] = await upgraded;
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const accepted = createHash('sha1').update(`${key}${GUID}`).digest('base64');
  if (response.headers['sec-websocket-accept'] !== accepted) throw new Error('not accepted');
  const closed = once(socket, 'close');
  return {
    async send(text) {
      const received = once(socket, 'data');
      socket.write(maskedFrame(text));
      const [data] = (await Promise.race([received, closed])) as [Buffer];
      return data.subarray(2).toString();
    },
    closed: () => closed,
  };
}

/** A text of fewer than 126 bytes. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, masked]);
}
