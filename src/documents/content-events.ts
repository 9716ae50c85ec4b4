// Content events: what a committed write has done, in the order in which it was done, for those who subscribe.

/** Who writes. */
export type Caller =
  /** A program of the project, or the server itself. */
  | { readonly kind: 'program' }
  /** A request without credentials. */
  | { readonly kind: 'public' }
  /** An end user, an API token or an administrator, by row id. */
  | { readonly kind: 'user' | 'token' | 'admin'; readonly id: number };

/** The caller of writes that name none. */
export const PROGRAM: Caller = { kind: 'program' };

export type ContentEventKind =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'published'
  | 'unpublished'
  | 'draft discarded';

/** One thing that happened to a document in a locale. */
export interface ContentEvent {
  readonly kind: ContentEventKind;
  /** Of the content-type. */
  readonly uid: string;
  /** Null: another program wrote the row without one. */
  readonly documentId: string | null;
  /** Null: its type has no locales. */
  readonly locale: string | null;
  /** Ids of the rows that were written; of those that went, if the document was deleted or unpublished. */
  readonly rows: VersionRows;
  readonly by: Caller;
}

/** The rows of a document in a locale. */
export interface VersionRows {
  /** Null: not written, or the type has no drafts. */
  readonly draft: number | null;
  /** The row of a type without drafts is published. */
  readonly published: number | null;
}

/**
 * Gets the events of one committed transaction, which are of one write or of several that shared it. The writes are answered
 * after it returns.
 */
export type ContentEventListener = (events: readonly ContentEvent[]) => void;

/** Hands the events of committed writes to those who subscribe. */
export class ContentEventFeed {
  readonly #listeners = new Set<ContentEventListener>();
  #batch: { readonly events: ContentEvent[]; readonly delivered: Promise<void> } | null = null;

  /** True if there is nobody to hand events to. */
  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns what ends the subscription */
  subscribe(listener: ContentEventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Takes the events of a write that is committed. Writes of one transaction end in the same turn of the event loop, and
   * each transaction in a turn of its own.
   */
  committed(events: readonly ContentEvent[]): Promise<void> {
    if (events.length === 0 || this.isIdle) return Promise.resolve();
    if (!this.#batch) {
      const batch: ContentEvent[] = [];
      // Behind the other writes of the transaction, whose promises are resolved already.
      const delivered = Promise.resolve().then(() => this.#deliver(batch));
      this.#batch = { events: batch, delivered };
    }
    this.#batch.events.push(...events);
    return this.#batch.delivered;
  }

  #deliver(events: readonly ContentEvent[]): void {
    this.#batch = null;
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        // The write is committed: it is answered whatever a subscriber does.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
