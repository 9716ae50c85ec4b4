// In charge of an end that no client can put off: whoever sends or reads too slowly is cut off.
import type { App } from '../app/server.ts';

/** Closes a server; connections that are still open after `grace` milliseconds are ended. */
export async function closeWithin(
  app: Pick<App, 'server' | 'close'>,
  grace: number,
): Promise<void> {
  const timer = setTimeout(() => app.server.server.closeAllConnections(), grace);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
