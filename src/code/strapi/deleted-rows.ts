// Deleted rows, for `entry.delete` and `entry.unpublish`: content events contain ids only, so rows are read before
// they are deleted if code listens.
import type { Row } from './strapi.ts';

/** Subscribes to hooks after rows are deleted. */
type Subscribe = (hooks: {
  readonly afterDelete: (event: { readonly model: unknown; readonly result?: unknown }) => void;
}) => unknown;

/** Maximum number of rows: those of writes that were undone are never taken. */
const MOST = 1_000;

export class DeletedRows {
  readonly #rows = new Map<string, Row>();
  readonly #subscribe: Subscribe;
  #isSubscribed = false;

  constructor(subscribe: Subscribe) {
    this.#subscribe = subscribe;
  }

  /** Reads rows from now on. */
  follow(): void {
    if (this.#isSubscribed) return;
    this.#isSubscribed = true;
    this.#subscribe({
      afterDelete: ({ model, result }) => {
        const { uid } = model as { readonly uid: string };
        if (result !== null && result !== undefined) this.#add(uid, result as Row);
      },
    });
  }

  /** The row that was deleted, once; undefined if it is not known. */
  take(uid: string, id: number): Row | undefined {
    const key = keyOf(uid, id);
    const row = this.#rows.get(key);
    this.#rows.delete(key);
    return row;
  }

  #add(uid: string, row: Row): void {
    this.#rows.set(keyOf(uid, row.id), row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > MOST && oldest !== undefined) this.#rows.delete(oldest);
  }
}

function keyOf(uid: string, id: number): string {
  return `${uid} ${id}`;
}
