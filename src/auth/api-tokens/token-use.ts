// Records when API tokens are used, at most once an hour (docs/strapi/access.md, "API tokens").
import type { Database } from '../../storage/database.ts';
import { runInSession } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { touchToken, type ApiToken } from './find-token.ts';

/** Interval between recorded uses of a token, in milliseconds. */
const INTERVAL = 60 * 60 * 1000;

/** Records the use of tokens. */
export class TokenUse {
  readonly #database: Database;
  readonly #tables: Tables;
  /** Time of the last attempt to record the use of a token, by token id. */
  readonly #recorded = new Map<number, number>();
  readonly #writes = new Set<Promise<void>>();

  constructor({ database, tables }: { readonly database: Database; readonly tables: Tables }) {
    this.#database = database;
    this.#tables = tables;
  }

  /**
   * Records a use in the background. Failures are ignored, so that reads succeed if the database is read-only.
   * @returns when a use should be recorded again, in milliseconds since 1970
   */
  record({ id, lastUsedAt }: ApiToken, now: number): number {
    const last = Math.max(lastUsedAt ?? 0, this.#recorded.get(id) ?? 0);
    if (now - last < INTERVAL) return last + INTERVAL;
    this.#recorded.set(id, now);
    const write = this.#database
      .runInTransaction((session) => runInSession(session, touchToken(this.#tables, id, now)))
      .catch(() => undefined)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    return now + INTERVAL;
  }

  /** Waits until all uses so far are recorded. */
  async flush(): Promise<void> {
    await Promise.all(this.#writes);
  }
}
