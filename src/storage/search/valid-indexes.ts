// Checks whether a search index is still valid: other processes may have rebuilt it for other columns, and other
// programs may have dropped its triggers. Checked in the same snapshot as the search.
import type { ReadSteps } from '../session.ts';
import type { SearchDialect, SearchIndex } from './search-dialect.ts';

/** Indexes of a database. */
export class ValidIndexes {
  readonly #search: SearchDialect;
  #version: unknown = null;
  /** Definitions at that version, by name. */
  #existing: ReadonlyMap<string, string> = new Map();

  constructor(search: SearchDialect) {
    this.#search = search;
  }

  /** Returns true if an index covers everything that it is used for. */
  *isValid(index: SearchIndex): ReadSteps<boolean> {
    const { version, inspect, definition } = this.#search;
    if (version === null) return true;
    const [[[now] = []] = []] = yield [version];
    if (now !== this.#version) {
      this.#existing = yield* inspect();
      this.#version = now;
    }
    return this.#existing.get(index.name) === definition(index);
  }
}
