// Keeps deleted rows for `entry.delete` and `entry.unpublish`: content events contain ids only, so rows are read before they
// are deleted if there are listeners.
import type { Row } from './code-values.ts';

/** Subscribes to hooks that run after rows are deleted. */
type Subscribe = (hooks: {
  readonly afterDelete: (event: { readonly model: unknown; readonly result?: unknown }) => void;
}) => unknown;

/** Maximum number of rows. Rows of rolled back writes are never taken. */
const MAX_ROWS = 1_000;

export class DeletedRows {
  readonly #rows = new Map<string, Row>();
  readonly #subscribe: Subscribe;
  #isSubscribed = false;

  constructor(subscribe: Subscribe) {
    this.#subscribe = subscribe;
  }

  /** Starts reading rows. */
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

  /** Takes a deleted row, once; undefined if it was not read. */
  take(uid: string, id: number): Row | undefined {
    const key = keyOf(uid, id);
    const row = this.#rows.get(key);
    this.#rows.delete(key);
    return row;
  }

  #add(uid: string, row: Row): void {
    this.#rows.set(keyOf(uid, row.id), row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > MAX_ROWS && oldest !== undefined) this.#rows.delete(oldest);
  }
}

function keyOf(uid: string, id: number): string {
  return `${uid} ${id}`;
}
