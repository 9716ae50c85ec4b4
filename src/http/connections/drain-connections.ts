// Draining of a server that closes: requests that clients have sent are answered, then connections are ended.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DRAIN_MS, LISTEN_BACKLOG } from '../../base/limits.ts';

/** A request, and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Has a server end its idle connections, those that have sent nothing included, only after it has read what lies in
 * their buffers. By itself Node ends them at once, and with them requests and answers that are on their way.
 * @param waiting Requests that are not handled yet
 * @returns what is to be called once the framework has begun to handle a request
 */
export function drainConnections(
  app: FastifyInstance,
  waiting: () => Iterable<Exchange> = () => [],
): (request: IncomingMessage, response: ServerResponse) => void {
  const { server } = app;
  const open = new Set<Socket>();
  const endIdle = server.closeIdleConnections.bind(server);
  let draining = false;
  let accepted = 0;
  let handled: RequestListener = () => undefined;
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
    const latest = latestAnswers(server, waiting());
    handled = ({ socket }, response) => {
      if (latest.get(socket) !== response) keepOpen(response);
    };
    // Connections that wait in the backlog would be reset with the socket that listens. A turn accepts one of them.
    let before = -1;
    for (let turns = 0; accepted !== before && turns < LISTEN_BACKLOG; turns += 1) {
      before = accepted;
      await turn();
    }
  });
  return (request, response) => handled(request, response);
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

/**
 * The last answer that is due on each connection. A server that closes ends a connection behind each answer: it is to do so
 * only behind the last one.
 */
function latestAnswers(
  server: Server,
  waiting: Iterable<Exchange>,
): Pick<WeakMap<Socket, ServerResponse>, 'get'> {
  const latest = new WeakMap<Socket, ServerResponse>();
  for (const { request, response } of waiting) latest.set(request.socket, response);
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const previous = latest.get(socket);
    if (previous) keepOpen(previous);
    latest.set(socket, response);
  });
  return latest;
}

function keepOpen(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'keep-alive');
}
