// In charge of connections that have sent nothing, such as those that a browser opens in advance: Node counts them
// as busy, and a server that closes would wait a minute for each.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Ends these connections when the server closes, and whatever connects while it does. */
export function endUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
