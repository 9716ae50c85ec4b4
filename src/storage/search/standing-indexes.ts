// In charge of whether an index of texts is still as it must be: other processes may have made it anew for other columns, and
// other programs may have dropped what keeps it up to date. Whoever reads looks in the same snapshot.
import type { Reading } from '../session.ts';
import type { SearchDialect, SearchIndex } from './search-dialect.ts';

/** The indexes of a database. */
export class StandingIndexes {
  readonly #search: SearchDialect;
  #version: unknown = null;
  /** How they were defined at that version, by name. */
  #there: ReadonlyMap<string, string> = new Map();

  constructor(search: SearchDialect) {
    this.#search = search;
  }

  /** True where an index holds all that it is asked for. */
  *holds(index: SearchIndex): Reading<boolean> {
    const { version, inspect, definition } = this.#search;
    if (version === null) return true;
    const [[[now] = []] = []] = yield [version];
    if (now !== this.#version) {
      this.#there = yield* inspect();
      this.#version = now;
    }
    return this.#there.get(index.name) === definition(index);
  }
}
