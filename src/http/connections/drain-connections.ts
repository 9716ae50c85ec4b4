// Draining of a closing server: pending requests complete, then connections are closed.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DRAIN_MS, LISTEN_BACKLOG } from '../../base/limits.ts';

/** A request and its response. */
interface OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Closes idle connections, including those without a request, only after data in their buffers has been read. By
 * default Node closes them at once and loses requests and responses in transit.
 * @param waiting Requests that are not handled yet
 * @returns a function to call once Fastify has started to handle a request
 */
export function drainConnections(
  app: FastifyInstance,
  waiting: () => Iterable<OpenRequest> = () => [],
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
    const latest = lastResponses(server, waiting());
    handled = ({ socket }, response) => {
      if (latest.get(socket) !== response) keepOpen(response);
    };
    // Connections in the backlog would be reset together with the listening socket. Each turn accepts one of them.
    let before = -1;
    for (let turns = 0; accepted !== before && turns < LISTEN_BACKLOG; turns += 1) {
      before = accepted;
      await turn();
    }
  });
  return (request, response) => handled(request, response);
}

/** Closes idle connections repeatedly until none is left, whenever all have been quiet for a while. */
async function endQuiet(open: ReadonlySet<Socket>, endIdle: () => void): Promise<void> {
  let before = trafficOf(open);
  while (open.size > 0) {
    await setTimeout(DRAIN_MS, undefined, { ref: false });
    // The time may be over before a busy thread has read what arrived.
    await turn();
    const traffic = trafficOf(open);
    const isQuiet = traffic === before;
    before = traffic;
    // Node counts a response as sent before the client has received it.
    if (!isQuiet || [...open].some(({ writableLength }) => writableLength > 0)) continue;
    endIdle();
    // Node counts a connection without any data as busy.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Bytes transferred on all connections. */
function trafficOf(open: ReadonlySet<Socket>): number {
  let bytes = 0;
  for (const { bytesRead, bytesWritten } of open) bytes += bytesRead + bytesWritten;
  return bytes;
}

/** Lets the event loop poll every connection once. */
async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * The last pending response of each connection. A closing server closes a connection after each response; it must do
 * so only after the last one.
 */
function lastResponses(
  server: Server,
  waiting: Iterable<OpenRequest>,
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

/** When a server closes, closes sockets that listeners of `upgrade` have taken over, such as WebSockets of project code. */
export function closeUpgradedSockets(app: FastifyInstance): void {
  const { server } = app;
  const open = new Set<Duplex>();
  const track = (_request: unknown, socket: Duplex): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  onUpgradeListener(server, () => {
    if (!server.listeners('upgrade').includes(track)) server.prependListener('upgrade', track);
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}

/** Calls a function before a listener of `upgrade` is added. Without one, Node handles such requests like any other. */
export function onUpgradeListener(server: Server, react: () => void): void {
  let isReacting = false;
  server.on('newListener', (event: string) => {
    if (event !== 'upgrade' || isReacting) return;
    isReacting = true;
    react();
    isReacting = false;
  });
}
