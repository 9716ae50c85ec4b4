// `strapi.server.httpServer` before the server exists: `register` can set limits and add listeners.
import { createServer, type Server } from 'node:http';

const SETTINGS = [
  'headersTimeout',
  'keepAliveTimeout',
  'maxHeadersCount',
  'maxRequestsPerSocket',
  'requestTimeout',
  'timeout',
] as const;

/** Listeners that Node adds to every server. */
const OWN_LISTENERS = ['connection'];

/** A placeholder for the server. It never listens. */
export class PendingServer {
  readonly server: Server = createServer();
  /** Only settings that code changed are copied. */
  readonly #before = SETTINGS.map((name) => this.server[name]);

  /** Applies changes of code to the real server, and forwards later ones. */
  pass(to: Server): void {
    for (const [i, name] of SETTINGS.entries()) {
      const value = this.server[name];
      if (value !== this.#before[i]) Object.assign(to, { [name]: value });
    }
    for (const event of this.server.eventNames()) {
      if (OWN_LISTENERS.includes(String(event))) continue;
      for (const listener of this.server.rawListeners(event))
        to.on(String(event), toListener(listener));
    }
    this.server.on('newListener', (event: string, listener: () => void) => to.on(event, listener));
  }
}

/** The added listener, unwrapped. */
function toListener(listener: unknown): (...args: unknown[]) => void {
  return listener as (...args: unknown[]) => void;
}
