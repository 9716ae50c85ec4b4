// Draining of a server that closes: requests that clients have sent are answered, then connections are ended.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DRAIN_MS } from '../base/limits.ts';

/** Connections that wait to be accepted, as Node asks the system for. */
const BACKLOG = 511;

/**
 * Has a server end its idle connections, those that have sent nothing included, only after it has read what lies in
 * their buffers. By itself Node ends them at once, and with them requests and answers that are on their way.
 */
export function drainConnections(app: FastifyInstance): void {
  const { server } = app;
  const open = new Set<Socket>();
  const endIdle = server.closeIdleConnections.bind(server);
  let draining = false;
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.closeIdleConnections = () => {
    if (draining) return;
    draining = true;
    void endQuiet(open, endIdle);
  };
  app.addHook('preClose', async () => {
    keepPipelined(server);
    // Connections that wait in the backlog would be reset with the socket that listens. A turn accepts one of them.
    let before = -1;
    for (let turns = 0; accepted !== before && turns < BACKLOG; turns += 1) {
      before = accepted;
      await turn();
    }
  });
}

/** Ends what is idle, again and again until no connection is left, whenever all have been quiet for a while. */
async function endQuiet(open: ReadonlySet<Socket>, endIdle: () => void): Promise<void> {
  let before = trafficOf(open);
  while (open.size > 0) {
    await setTimeout(DRAIN_MS, undefined, { ref: false });
    // A busy thread may find the time over before it has looked at what came.
    await turn();
    const traffic = trafficOf(open);
    const isQuiet = traffic === before;
    before = traffic;
    // Node counts an answer as sent that the client has not taken yet.
    if (!isQuiet || [...open].some(({ writableLength }) => writableLength > 0)) continue;
    endIdle();
    // Node counts a connection as busy that has not sent anything.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Bytes that all connections have carried. */
function trafficOf(open: ReadonlySet<Socket>): number {
  let bytes = 0;
  for (const { bytesRead, bytesWritten } of open) bytes += bytesRead + bytesWritten;
  return bytes;
}

/** Lets the event loop look at every connection once. */
async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** A server that closes ends each connection behind an answer: behind the last one of those that are due on it. */
function keepPipelined(server: Server): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const previous = latest.get(socket);
    if (previous?.headersSent === false) previous.setHeader('connection', 'keep-alive');
    latest.set(socket, response);
  });
}
