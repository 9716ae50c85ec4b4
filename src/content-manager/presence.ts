// Tracks which administrators have an entry open (docs/panel.md, "API"), in memory: each screen sends heartbeats.
import { boundedKey } from '../base/bounded-key.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';

/** Milliseconds after the last heartbeat until an administrator is considered gone. */
export const PRESENCE_TIMEOUT = 40_000;

/** Maximum number of open entries per administrator; the oldest are dropped. */
const MAX_OPEN_ENTRIES = 20;

/** Channel to the other workers. */
export interface Messages {
  /** Sends a message to the other workers. */
  broadcast(topic: string, message: JsonObject): void;
  /** Sets the receiver of messages of other workers. */
  onBroadcast(topic: string, receive: (message: unknown) => void): void;
}

/** An administrator who has an entry open. */
export interface PresentAdmin {
  readonly id: number;
  readonly firstname: string | null;
  readonly lastname: string | null;
}

const TOPIC = 'presence';

/** Open entries by administrator. */
export class Presence {
  readonly #entries = new Map<
    number,
    { readonly admin: PresentAdmin; readonly at: Map<string, number> }
  >();
  readonly #messages: Messages | null;
  readonly #now: () => number;

  /** @param messages Channel to the workers on the same port; null for a single process */
  constructor(messages: Messages | null, now: () => number = Date.now) {
    this.#messages = messages;
    this.#now = now;
    messages?.onBroadcast(TOPIC, (message) => this.#receive(message));
  }

  /** Records that an administrator has opened or closed an entry. @returns the others who have it open */
  announce(
    { id, firstname, lastname }: PresentAdmin,
    entry: { readonly uid: string; readonly documentId: string },
    isHere: boolean,
  ): readonly PresentAdmin[] {
    const key = boundedKey(`${entry.uid} ${entry.documentId}`);
    const admin = { id, firstname, lastname };
    this.#set(admin, key, isHere);
    this.#messages?.broadcast(TOPIC, { admin, key, isHere });
    return this.#others(id, key);
  }

  #others(id: number, key: string): readonly PresentAdmin[] {
    const since = this.#now() - PRESENCE_TIMEOUT;
    return [...this.#entries.values()]
      .filter(({ admin, at }) => admin.id !== id && (at.get(key) ?? 0) > since)
      .map(({ admin }) => admin)
      .toSorted((a, b) => a.id - b.id);
  }

  #set(admin: PresentAdmin, key: string, isHere: boolean): void {
    const at = this.#entries.get(admin.id)?.at ?? new Map<string, number>();
    at.delete(key);
    if (isHere) at.set(key, this.#now());
    const [oldest] = at.keys();
    if (at.size > MAX_OPEN_ENTRIES && oldest !== undefined) at.delete(oldest);
    if (at.size === 0) this.#entries.delete(admin.id);
    else this.#entries.set(admin.id, { admin, at });
  }

  #receive(message: unknown): void {
    if (!isJsonObject(message) || !isJsonObject(message['admin'])) return;
    const { id, firstname, lastname } = message['admin'];
    const { key, isHere } = message;
    if (typeof id !== 'number' || typeof key !== 'string') return;
    const admin = { id, firstname: textOrNull(firstname), lastname: textOrNull(lastname) };
    this.#set(admin, key, isHere === true);
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
