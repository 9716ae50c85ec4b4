// In charge of answers that are kept to be given again: for as long as none of the tables that they were made from
// changes, and up to a number of bytes. What was not asked for lately goes first.
import { boundedKey } from '../base/bounded-key.ts';
import { MAX_KEY_LENGTH } from '../base/limits.ts';
import type { ChangedTables } from '../storage/database.ts';
import { ChangeClock, type Moment } from '../storage/change-clock.ts';

/** An answer as it is sent. */
export interface Answer {
  /** What stands in front of the body, as text. */
  readonly head: string;
  /** The same for those who have the body already. */
  readonly headOfKnown: string;
  /** A text has one character for each byte. */
  readonly body: Buffer | string;
  /** Strong (RFC 9110 section 8.8.3), with its quotes. */
  readonly etag: string;
  /** Names of the tables that it was made from. */
  readonly tables: ReadonlySet<string>;
}

/** Callers who get the same answers. */
export class Audience {
  /** What is kept for them, by what is asked for. */
  readonly answers: Map<string, KeptAnswer> = new Map();
}

/** An answer that is kept. */
export interface KeptAnswer extends Answer {
  readonly audience: Audience;
  readonly asked: string;
  /** In bytes; roughly. */
  readonly weight: number;
  /** Set by whoever gives it again: it is not the next to go. */
  isUsed: boolean;
}

/** What an entry takes beside its texts, in bytes; roughly. */
const OVERHEAD = 600;

/** An answer that takes more than this part of all would push out too many others. */
const LARGEST_SHARE = 1 / 8;

/** Audiences that are known: roles and tokens may change what they may do any number of times. */
const MOST_AUDIENCES = 1000;

/** Keeps answers. */
export class AnswerCache {
  readonly #limit: number;
  readonly #clock = new ChangeClock();
  readonly #audiences = new Map<string, Audience>();
  /** The oldest first. */
  readonly #entries = new Set<KeptAnswer>();
  readonly #byTable = new Map<string, Set<KeptAnswer>>();
  #weight = 0;
  #made = 0;

  /** @param limit Bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What is read from now on may be kept, unless it changes meanwhile. */
  get moment(): Moment {
    return this.#clock.now;
  }

  /** What all entries take, in bytes; roughly. */
  get bytes(): number {
    return this.#weight;
  }

  /** How many answers were ever kept. */
  get made(): number {
    return this.#made;
  }

  /** True where what was read from these tables since a moment still holds. */
  stands(tables: ReadonlySet<string>, since: Moment): boolean {
    return this.#clock.stands(tables, since);
  }

  /** The callers of a name. */
  audience(name: string): Audience {
    const key = boundedKey(name);
    const known = this.#audiences.get(key);
    if (known) return known;
    if (this.#audiences.size >= MOST_AUDIENCES) this.forget(null);
    const audience = new Audience();
    this.#audiences.set(key, audience);
    return audience;
  }

  /** Keeps an answer, unless what it was asked for with is too long for a key. @param since The moment before the first thing that it depends on was read */
  keep(
    place: { readonly audience: Audience; readonly asked: string },
    answer: Answer,
    since: Moment,
  ): void {
    if (place.asked.length > MAX_KEY_LENGTH) return;
    const weight = weightOf(place.asked, answer);
    if (weight > this.#limit * LARGEST_SHARE || !this.stands(answer.tables, since)) return;
    const former = place.audience.answers.get(place.asked);
    if (former) this.#drop(former);
    const entry: KeptAnswer = { ...answer, ...place, weight, isUsed: false };
    place.audience.answers.set(place.asked, entry);
    this.#entries.add(entry);
    for (const table of answer.tables) this.#of(table).add(entry);
    this.#weight += weight;
    this.#made += 1;
    this.#shrink();
  }

  /** Forgets what is not true any more. */
  forget(changed: ChangedTables): void {
    this.#clock.tick(changed);
    if (changed === null) {
      for (const { answers } of this.#audiences.values()) answers.clear();
      this.#audiences.clear();
      this.#entries.clear();
      this.#byTable.clear();
      this.#weight = 0;
      return;
    }
    for (const table of changed) {
      for (const entry of this.#byTable.get(table) ?? []) this.#drop(entry);
      this.#byTable.delete(table);
    }
  }

  #of(table: string): Set<KeptAnswer> {
    const known = this.#byTable.get(table);
    if (known) return known;
    const entries = new Set<KeptAnswer>();
    this.#byTable.set(table, entries);
    return entries;
  }

  /** Those that were given again since they were last looked at have another turn. */
  #shrink(): void {
    for (const entry of this.#entries) {
      if (this.#weight <= this.#limit) return;
      if (entry.isUsed) {
        entry.isUsed = false;
        this.#entries.delete(entry);
        this.#entries.add(entry);
      } else {
        this.#drop(entry);
      }
    }
  }

  #drop(entry: KeptAnswer): void {
    if (!this.#entries.delete(entry)) return;
    this.#weight -= entry.weight;
    entry.audience.answers.delete(entry.asked);
    for (const table of entry.tables) this.#byTable.get(table)?.delete(entry);
  }
}

function weightOf(asked: string, { head, headOfKnown, body }: Answer): number {
  return asked.length + head.length + headOfKnown.length + body.length + OVERHEAD;
}
