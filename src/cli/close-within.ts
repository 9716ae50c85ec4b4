// Closes a server within a grace period, however slowly clients send or read.
import type { App } from '../app/server.ts';

/** Closes a server. Connections that are still open after `grace` milliseconds are destroyed. */
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
