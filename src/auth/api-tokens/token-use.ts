// In charge of noting when API tokens are used: once an hour is enough (docs/strapi/access.md, "API tokens").
import type { Database } from '../../storage/database.ts';
import { readIn } from '../../storage/session.ts';
import type { Tables } from '../tables.ts';
import { touchToken, type ApiToken } from './find-token.ts';

/** How long a use of a token counts as noted, in milliseconds. */
const INTERVAL = 60 * 60 * 1000;

/** Notes uses. */
export class TokenUse {
  readonly #database: Database;
  readonly #tables: Tables;
  /** When the use of a token was last written or tried to, by its id: one try at a time. */
  readonly #noted = new Map<number, number>();
  readonly #writings = new Set<Promise<void>>();

  constructor({ database, tables }: { readonly database: Database; readonly tables: Tables }) {
    this.#database = database;
    this.#tables = tables;
  }

  /**
   * Not waited for, and a failure is let go: where the database cannot be written to, reads are answered all the same.
   * @returns when a use is to be noted again: milliseconds since 1970
   */
  note({ id, lastUsedAt }: ApiToken, now: number): number {
    const last = Math.max(lastUsedAt ?? 0, this.#noted.get(id) ?? 0);
    if (now - last < INTERVAL) return last + INTERVAL;
    this.#noted.set(id, now);
    const writing = this.#database
      .write((session) => readIn(session, touchToken(this.#tables, id, now)))
      .catch(() => undefined)
      .finally(() => this.#writings.delete(writing));
    this.#writings.add(writing);
    return now + INTERVAL;
  }

  /** Waits until all uses so far are noted, for those who look at them. */
  async settled(): Promise<void> {
    await Promise.all(this.#writings);
  }
}
