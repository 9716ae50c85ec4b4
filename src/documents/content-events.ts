// Content events: the changes of a committed write, in order, for subscribers.
import type { Logger } from '../base/logger.ts';

/** The author of a write. */
export type Caller =
  /** Code of the project, or the server itself. */
  | { readonly kind: 'program' }
  /** A request without credentials. */
  | { readonly kind: 'public' }
  /** An end user, an API token or an administrator, by row id. */
  | { readonly kind: 'user' | 'token' | 'admin'; readonly id: number };

/** The caller of writes that do not name one. */
export const PROGRAM: Caller = { kind: 'program' };

export type ContentEventKind =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'published'
  | 'unpublished'
  | 'draft discarded';

/** A change of a document in one locale. */
export interface ContentEvent {
  readonly kind: ContentEventKind;
  /** uid of the content-type. */
  readonly uid: string;
  /** Null if another program wrote the row without one. */
  readonly documentId: string | null;
  /** Null if the type has no locales. */
  readonly locale: string | null;
  /** Ids of the rows that were written; for a deletion or an unpublication, of the rows that were removed. */
  readonly rows: VersionRows;
  readonly by: Caller;
}

/** The rows of a document in a locale. */
export interface VersionRows {
  /** Null if it was not written, or the type has no drafts. */
  readonly draft: number | null;
  /** The row of a type without drafts is published. */
  readonly published: number | null;
}

/**
 * Receives the events of one committed transaction, which one or several writes share. The responses to these writes are sent
 * after it returns.
 */
export type ContentEventListener = (events: readonly ContentEvent[]) => void;

/** Delivers the events of committed writes to subscribers. */
export class ContentEventFeed {
  readonly #listeners = new Set<ContentEventListener>();
  readonly #log: Pick<Logger, 'error'>;
  #batch: { readonly events: ContentEvent[]; readonly delivered: Promise<void> } | null = null;

  /** @param log Receives the errors of subscribers */
  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** True if there are no subscribers. */
  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  /** Adds a subscriber. @returns a function that removes it */
  subscribe(listener: ContentEventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Delivers the events of a committed write. Writes of one transaction end in the same turn of the event loop, and each
   * transaction ends in its own turn.
   */
  deliver(events: readonly ContentEvent[]): Promise<void> {
    if (events.length === 0 || this.isIdle) return Promise.resolve();
    if (!this.#batch) {
      const batch: ContentEvent[] = [];
      // Runs after the other writes of the transaction, whose promises are already resolved.
      const delivered = Promise.resolve().then(() => this.#callListeners(batch));
      this.#batch = { events: batch, delivered };
    }
    this.#batch.events.push(...events);
    return this.#batch.delivered;
  }

  #callListeners(events: readonly ContentEvent[]): void {
    this.#batch = null;
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        // The write is committed, so its response must not depend on a subscriber.
        this.#log.error(error, 'A subscriber of content events failed.');
      }
    }
  }
}
