// Passes upgrade requests, such as those of WebSockets, from a listening server to the one that has listeners for them.
import type { Server } from 'node:http';
import { onUpgradeListener } from './drain-connections.ts';

/** Passes upgrades on to the server that `current` returns, as long as it has listeners for them. */
export class PassedUpgrades {
  readonly #front: Server;
  readonly #current: () => Server;
  readonly #pass = (...upgrade: readonly unknown[]): void => {
    this.#current().emit('upgrade', ...upgrade);
  };

  constructor(front: Server, current: () => Server) {
    this.#front = front;
    this.#current = current;
  }

  /** Follows the listeners of a server; call it for each server that becomes the current one. */
  follow(server: Server): void {
    this.#front.off('upgrade', this.#pass);
    if (server.listenerCount('upgrade') > 0) this.#front.on('upgrade', this.#pass);
    onUpgradeListener(server, () => {
      const isPassing = this.#front.listeners('upgrade').includes(this.#pass);
      if (server === this.#current() && !isPassing) this.#front.on('upgrade', this.#pass);
    });
  }
}
