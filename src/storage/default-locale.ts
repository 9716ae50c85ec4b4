// In charge of which locale is meant where none is named. Anybody may move it, another program too: it is read once and
// kept while the database does not change.
import { readDefaultLocale } from './core-store.ts';
import type { Database } from './database.ts';
import type { Reading } from './session.ts';

/** Where it is read from. */
type Source = Pick<Database, 'read' | 'version'>;

/** The default locale of a running server. */
export class DefaultLocale {
  readonly #database: Source;
  readonly #initialLocale: string;
  #code: string;
  /** Of the database when the code was read; null: it was not. */
  #version: number | null = null;
  /** Reads that have begun, and the last one whose code counts: one that is overtaken on another connection does not. */
  #begun = 0;
  #taken = 0;

  /** @param initialLocale Where the database names none */
  constructor(database: Source, initialLocale: string) {
    this.#database = database;
    this.#initialLocale = initialLocale;
    this.#code = initialLocale;
  }

  /** As of when it was followed last. */
  get code(): string {
    return this.#code;
  }

  /** Reads the code again where the database has changed since. @throws UnavailableError */
  async follow(): Promise<void> {
    const reading = this.followed(this.#database.version());
    if (reading !== null) await this.#database.read(reading);
  }

  /** What `follow` reads, to be read beside other things; null: nothing. @param version Of the database, from before the read */
  followed(version: number): Reading<void> | null {
    return this.#version === version ? null : this.#reading(version);
  }

  *#reading(version: number): Reading<void> {
    this.#begun += 1;
    const turn = this.#begun;
    const code = yield* readDefaultLocale(this.#initialLocale);
    if (turn < this.#taken) return;
    this.#taken = turn;
    this.#code = code;
    this.#version = version;
  }
}
