// Detects clients that close their connection before the response, and ends of responses.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Cancellation } from '../../storage/cancellation.ts';
import type { AfterResponse } from '../../query/lanes/long-reads.ts';

/** Work to cancel when a connection closes, with one listener for all its requests. */
const cancels = new WeakMap<Socket, Set<() => void>>();

/** Cancels the work of a request if its connection is closed. */
export function onDisconnect({ socket }: IncomingMessage): Cancellation {
  return (cancel) => {
    if (socket.destroyed) {
      cancel();
      return () => undefined;
    }
    const existing = cancels.get(socket) ?? watch(socket);
    existing.add(cancel);
    return () => void existing.delete(cancel);
  };
}

function watch(socket: Socket): Set<() => void> {
  const open = new Set<() => void>();
  cancels.set(socket, open);
  socket.once('close', () => {
    for (const cancel of open) cancel();
  });
  return open;
}

/** Runs functions once a response has been sent, or its client has disconnected. */
export function afterResponse(response: ServerResponse): AfterResponse {
  return (run) => {
    const { socket } = response;
    // A response that is queued behind another one, or whose client has disconnected, may never emit `close`.
    if (!socket || socket.destroyed) return false;
    response.once('close', run);
    return true;
  };
}
