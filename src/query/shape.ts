// Puts the rows of a read together: entries with everything populated under them, in one of several forms. Straight from
// rows, and each row is written once, whatever leads to it.
import { MAX_WRITTEN_LENGTH } from '../base/limits.ts';
import type { Row } from '../storage/database.ts';
import type { CompiledChild, CompiledRows } from './compiled.ts';
import { OWN_COLUMNS, PLACE, type ChildResult, type RowsResult } from './rows.ts';
import { tooLarge } from './too-large.ts';

/** What tells the kind of a row that stands among others. */
export interface Mark {
  readonly name: '__component' | '__type';
  readonly uid: string;
}

/** How entries are written. `Part`: what a populated attribute adds to the entry that has it. */
export interface EntryForm<Entry, Part> {
  /** Writes the rows of a node, whose ids stand at an index. */
  entryOf(compiled: CompiledRows, place: EntryPlace<Part>): (row: Row) => Entry;
  /** Writes the number of populated rows. */
  countOf(child: CompiledChild): (count: number) => Part;
  /** Writes a populated row, or that there is none. */
  oneOf(child: CompiledChild): (entry: Entry | undefined) => Part;
  /** Writes a list of populated rows. */
  manyOf(child: CompiledChild, budget: Budget): (entries: readonly Entry[]) => Part;
  /** Is told that entries stand in many places. */
  shared(entries: Iterable<Entry>): void;
  /** The form of rows of several types. */
  readonly mixed: EntryForm<Entry, Part>;
}

/** Where an entry stands, and what is in it. */
export interface EntryPlace<Part> {
  /** Index of the id in a row. */
  readonly idAt: number;
  readonly mark: Mark | null;
  /** What is populated, by the id of a row. */
  readonly children: readonly ((id: unknown) => Part)[];
  readonly budget: Budget;
}

/** How much one answer may hold, in characters. */
export class Budget {
  #spent = 0;

  /** Counts text: what is populated in circles is copied on every level. @throws ValidationError beyond the limit */
  spend(length: number): void {
    this.#spent += length;
    if (this.#spent > MAX_WRITTEN_LENGTH) throw tooLarge();
  }
}

/** The entries of a read's root. @throws ValidationError for an answer beyond the limit */
export function shapeEntries<Entry, Part>(
  form: EntryForm<Entry, Part>,
  result: RowsResult,
): readonly Entry[] {
  return new Answer(form, new Budget()).entries(result);
}

/** The populated rows of one attribute, by the id of the row above. */
type Found<Entry> = Map<unknown, Entry[]>;

/** Entries that stand in more places than this, on average, are shared. */
const MANY_PLACES = 2;

/** Entries of rows, by their ids, that stand in any number of places. */
class SharedEntries<Entry> {
  readonly #entries: ReadonlyMap<unknown, Entry>;
  readonly #form: Pick<EntryForm<Entry, unknown>, 'shared'>;
  #places = 0;
  #isShared = false;

  constructor(
    form: Pick<EntryForm<Entry, unknown>, 'shared'>,
    entries: readonly (readonly [id: unknown, entry: Entry])[],
  ) {
    this.#form = form;
    this.#entries = new Map(entries);
  }

  /** The entries, for so many places more. */
  usedFor(places: number): ReadonlyMap<unknown, Entry> {
    this.#places += places;
    if (!this.#isShared && this.#places > MANY_PLACES * this.#entries.size) {
      this.#isShared = true;
      this.#form.shared(this.#entries.values());
    }
    return this.#entries;
  }
}

/** One answer on its way. */
class Answer<Entry, Part> {
  readonly #form: EntryForm<Entry, Part>;
  readonly #budget: Budget;
  /** What was written of rows that several may lead to, by the name of the mark that it carries. */
  readonly #written = new Map<RowsResult, Map<string, SharedEntries<Entry>>>();

  constructor(form: EntryForm<Entry, Part>, budget: Budget) {
    this.#form = form;
    this.#budget = budget;
  }

  entries(result: RowsResult): readonly Entry[] {
    return result.rows.map(this.#entryOf(result, OWN_COLUMNS.root, null));
  }

  /** Writes one row with everything populated under it. */
  #entryOf(result: RowsResult, idAt: number, mark: Mark | null): (row: Row) => Entry {
    const children = result.children.map((child) => this.#childOf(child));
    return this.#form.entryOf(result.compiled, { idAt, mark, children, budget: this.#budget });
  }

  /** For one populated attribute: what it adds to the row of an id. */
  #childOf(given: ChildResult): (id: unknown) => Part {
    const form = this.#form;
    if (given.kind === 'count') {
      const counts = new Map<unknown, number>();
      for (const [id, count] of given.rows) counts.set(id, (counts.get(id) ?? 0) + Number(count));
      const write = form.countOf(given.child);
      return (id) => write(counts.get(id) ?? 0);
    }
    const found = this.#foundBy(given);
    if (given.child.node.many) {
      const write = form.manyOf(given.child, this.#budget);
      return (id) => write(found.get(id) ?? NONE);
    }
    const write = form.oneOf(given.child);
    return (id) => write(found.get(id)?.[0]);
  }

  /** Rows of several types are written flat in both formats, with all that is in them. */
  #inside({ child }: ChildResult & { kind: 'mixed' }): Answer<Entry, Part> {
    const isOther = child.node.mark === '__type' && this.#form.mixed !== this.#form;
    return isOther ? new Answer(this.#form.mixed, this.#budget) : this;
  }

  #foundBy(given: Exclude<ChildResult, { kind: 'count' }>): Found<Entry> {
    switch (given.kind) {
      case 'rows':
        return this.#ownEntries(given.result);
      case 'linked':
        return this.#linkedEntries(given);
      case 'mixed':
        return this.#inside(given).#mixedEntries(given);
    }
  }

  /** A row that comes again is not written again. */
  #ownEntries(result: RowsResult): Found<Entry> {
    const write = this.#entryOf(result, OWN_COLUMNS.rows, null);
    const written = new Map<unknown, Entry>();
    const found: Found<Entry> = new Map();
    for (const row of result.rows) {
      const id = row[OWN_COLUMNS.rows];
      const entry = written.get(id) ?? write(row);
      written.set(id, entry);
      append(found, row[0], entry);
    }
    return found;
  }

  #linkedEntries({ places, result }: ChildResult & { kind: 'linked' }): Found<Entry> {
    const written = this.#writtenOf(result, null).usedFor(places.length);
    const found: Found<Entry> = new Map();
    for (const place of places) {
      const entry = written.get(place[PLACE.id]);
      if (entry !== undefined) append(found, place[PLACE.parent], entry);
    }
    return found;
  }

  /** Rows of several models, merged by their place among each other. */
  #mixedEntries({ child, places, results }: ChildResult & { kind: 'mixed' }): Found<Entry> {
    const counts = new Map<unknown, number>();
    for (const place of places) {
      const type = place[PLACE.type];
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    const written = new Map<unknown, ReadonlyMap<unknown, Entry>>(
      results.map((result) => {
        const { uid } = result.compiled.node;
        const mark = { name: child.node.mark, uid };
        return [uid, this.#writtenOf(result, mark).usedFor(counts.get(uid) ?? 0)];
      }),
    );
    const found: Found<Entry> = new Map();
    for (const [parent, own] of byParent(places)) {
      for (const place of own.sort(byOrder)) {
        const entry = written.get(place[PLACE.type])?.get(place[PLACE.id]);
        if (entry !== undefined) append(found, parent, entry);
      }
    }
    return found;
  }

  /** Rows that were read by their ids, by their ids: written once, whatever leads to them. */
  #writtenOf(result: RowsResult, mark: Mark | null): SharedEntries<Entry> {
    const marks = this.#written.get(result) ?? new Map<string, SharedEntries<Entry>>();
    this.#written.set(result, marks);
    const name = mark?.name ?? '';
    const known = marks.get(name);
    if (known) return known;
    const write = this.#entryOf(result, OWN_COLUMNS.byIds, mark);
    const written = new SharedEntries(
      this.#form,
      result.rows.map((row) => [row[OWN_COLUMNS.byIds], write(row)] as const),
    );
    marks.set(name, written);
    return written;
  }
}

const NONE: readonly never[] = [];

/** The places of each row of the level above. */
function byParent(places: readonly Row[]): ReadonlyMap<unknown, Row[]> {
  const parents = new Map<unknown, Row[]>();
  for (const place of places) {
    const own = parents.get(place[PLACE.parent]);
    if (own) own.push(place);
    else parents.set(place[PLACE.parent], [place]);
  }
  return parents;
}

function byOrder(a: Row, b: Row): number {
  return (
    orderOf(a, PLACE.order) - orderOf(b, PLACE.order) ||
    orderOf(a, PLACE.tie) - orderOf(b, PLACE.tie)
  );
}

/** A place without an order comes first. */
function orderOf(place: Row, column: number): number {
  const order = place[column];
  return typeof order === 'number' ? order : -Number.MAX_VALUE;
}

function append<Entry>(found: Found<Entry>, parent: unknown, entry: Entry): void {
  const entries = found.get(parent);
  if (entries) entries.push(entry);
  else found.set(parent, [entry]);
}
