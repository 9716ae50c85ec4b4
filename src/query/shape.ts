// Assembles the rows of a read into entries with their populated attributes. Each row is written once, however many rows link
// to it.
import { MAX_WRITTEN_LENGTH } from '../base/limits.ts';
import type { Row } from '../storage/session.ts';
import type { CompiledChild, CompiledRows } from './compiled.ts';
import { FIRST_COLUMN, LINK, type ChildResult, type RowsResult, tooLarge } from './rows.ts';

/** Identifies the model of a row in a list of several models. */
export interface TypeTag {
  readonly name: '__component' | '__type';
  readonly uid: string;
}

/** Builds entries. `Part`: the part of an entry that a populated attribute adds. */
export interface EntryBuilder<Entry, Part> {
  /** Builds the entries of a node. */
  entryOf(compiled: CompiledRows, context: EntryContext<Part>): (row: Row) => Entry;
  /** Builds the number of populated rows. */
  countOf(child: CompiledChild): (count: number) => Part;
  /** Builds a populated row, or null. */
  oneOf(child: CompiledChild): (entry: Entry | undefined) => Part;
  /** Builds a list of populated rows. */
  manyOf(child: CompiledChild, budget: Budget): (entries: readonly Entry[]) => Part;
  /** Called with entries that are used in many places. */
  shared(entries: Iterable<Entry>): void;
  /** The builder for rows of several types. */
  readonly mixed: EntryBuilder<Entry, Part>;
  /** True if entries contain the hidden parts of nodes (`query/hidden-parts`). */
  readonly showsHidden: boolean;
}

/** The context in which a row becomes an entry. */
export interface EntryContext<Part> {
  /** Index of the id in a row. */
  readonly idAt: number;
  readonly typeTag: TypeTag | null;
  /** Populated attributes, by the id of the row. */
  readonly children: readonly ((id: unknown) => Part)[];
  readonly budget: Budget;
}

/** Limits the size of a response, in characters. */
export class Budget {
  #spent = 0;

  /** Counts text, which grows quickly if relations form a cycle. @throws ValidationError past the limit */
  consume(length: number): void {
    this.#spent += length;
    if (this.#spent > MAX_WRITTEN_LENGTH) throw tooLarge();
  }
}

/** Builds the entries of a read. @throws ValidationError if the response is too large */
export function shapeEntries<Entry, Part>(
  form: EntryBuilder<Entry, Part>,
  result: RowsResult,
): readonly Entry[] {
  return new Shaper(form, new Budget()).entries(result);
}

/** The populated rows of one attribute, by the id of the parent row. */
type EntriesByParent<Entry> = Map<unknown, Entry[]>;

/** Entries with more uses than this, on average, are shared. */
const MAX_UNSHARED_USES = 2;

/** Entries by row id that may be used in several places. */
class SharedEntries<Entry> {
  readonly #entries: ReadonlyMap<unknown, Entry>;
  readonly #form: Pick<EntryBuilder<Entry, unknown>, 'shared'>;
  #uses = 0;
  #isShared = false;

  constructor(
    form: Pick<EntryBuilder<Entry, unknown>, 'shared'>,
    entries: readonly (readonly [id: unknown, entry: Entry])[],
  ) {
    this.#form = form;
    this.#entries = new Map(entries);
  }

  /** Returns the entries for a number of further uses. */
  forUses(uses: number): ReadonlyMap<unknown, Entry> {
    this.#uses += uses;
    if (!this.#isShared && this.#uses > MAX_UNSHARED_USES * this.#entries.size) {
      this.#isShared = true;
      this.#form.shared(this.#entries.values());
    }
    return this.#entries;
  }
}

/** Shapes one response. */
class Shaper<Entry, Part> {
  readonly #form: EntryBuilder<Entry, Part>;
  readonly #budget: Budget;
  /** Entries of rows that may have several parents, by the name of their type tag. */
  readonly #written = new Map<RowsResult, Map<string, SharedEntries<Entry>>>();

  constructor(form: EntryBuilder<Entry, Part>, budget: Budget) {
    this.#form = form;
    this.#budget = budget;
  }

  entries(result: RowsResult): readonly Entry[] {
    return result.rows.map(this.#entryOf(result, FIRST_COLUMN.root, null));
  }

  /** Writes a row with its populated attributes. */
  #entryOf(result: RowsResult, idAt: number, typeTag: TypeTag | null): (row: Row) => Entry {
    const children = this.#shown(result).map((child) => this.#childOf(child));
    return this.#form.entryOf(result.compiled, { idAt, typeTag, children, budget: this.#budget });
  }

  #shown({ children, compiled: { node } }: RowsResult): readonly ChildResult[] {
    const { hidden } = node;
    if (hidden === undefined || this.#form.showsHidden) return children;
    return children.filter(({ child }) => !hidden.includes(child.node.attribute));
  }

  /** Returns a function that builds one populated attribute of a row. */
  #childOf(result: ChildResult): (id: unknown) => Part {
    const form = this.#form;
    if (result.kind === 'count') {
      const counts = new Map<unknown, number>();
      for (const [id, count] of result.rows) counts.set(id, (counts.get(id) ?? 0) + Number(count));
      const write = form.countOf(result.child);
      return (id) => write(counts.get(id) ?? 0);
    }
    const found = this.#foundBy(result);
    if (result.child.node.many) {
      const write = form.manyOf(result.child, this.#budget);
      return (id) => write(found.get(id) ?? NONE);
    }
    const write = form.oneOf(result.child);
    return (id) => write(found.get(id)?.[0]);
  }

  /** Rows of several types are written flat in both formats, including everything populated below them. */
  #shaperOf({ child }: ChildResult & { kind: 'mixed' }): Shaper<Entry, Part> {
    const isOther = child.node.typeTag === '__type' && this.#form.mixed !== this.#form;
    return isOther ? new Shaper(this.#form.mixed, this.#budget) : this;
  }

  #foundBy(result: Exclude<ChildResult, { kind: 'count' }>): EntriesByParent<Entry> {
    switch (result.kind) {
      case 'rows':
        return this.#ownEntries(result.result);
      case 'linked':
        return this.#linkedEntries(result);
      case 'mixed':
        return this.#shaperOf(result).#mixedEntries(result);
    }
  }

  /** A row with several parents is written once. */
  #ownEntries(result: RowsResult): EntriesByParent<Entry> {
    const write = this.#entryOf(result, FIRST_COLUMN.rows, null);
    const written = new Map<unknown, Entry>();
    const found: EntriesByParent<Entry> = new Map();
    for (const row of result.rows) {
      const id = row[FIRST_COLUMN.rows];
      const entry = written.get(id) ?? write(row);
      written.set(id, entry);
      append(found, row[0], entry);
    }
    return found;
  }

  #linkedEntries({ links, result }: ChildResult & { kind: 'linked' }): EntriesByParent<Entry> {
    const written = this.#writtenOf(result, null).forUses(links.length);
    const found: EntriesByParent<Entry> = new Map();
    for (const link of links) {
      const entry = written.get(link[LINK.id]);
      if (entry !== undefined) append(found, link[LINK.parent], entry);
    }
    return found;
  }

  /** Rows of several models, merged in the order of their links. */
  #mixedEntries({
    child,
    links,
    results,
  }: ChildResult & { kind: 'mixed' }): EntriesByParent<Entry> {
    const counts = new Map<unknown, number>();
    for (const link of links) {
      const type = link[LINK.type];
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    const written = new Map<unknown, ReadonlyMap<unknown, Entry>>(
      results.map((result) => {
        const { uid } = result.compiled.node;
        const mark = { name: child.node.typeTag, uid };
        return [uid, this.#writtenOf(result, mark).forUses(counts.get(uid) ?? 0)];
      }),
    );
    const found: EntriesByParent<Entry> = new Map();
    for (const [parent, own] of byParent(links)) {
      for (const link of own.sort(byOrder)) {
        const entry = written.get(link[LINK.type])?.get(link[LINK.id]);
        if (entry !== undefined) append(found, parent, entry);
      }
    }
    return found;
  }

  /** The entries of rows that were read by id, which are written once. */
  #writtenOf(result: RowsResult, mark: TypeTag | null): SharedEntries<Entry> {
    const marks = this.#written.get(result) ?? new Map<string, SharedEntries<Entry>>();
    this.#written.set(result, marks);
    const name = mark?.name ?? '';
    const cached = marks.get(name);
    if (cached) return cached;
    const write = this.#entryOf(result, FIRST_COLUMN.byIds, mark);
    const written = new SharedEntries(
      this.#form,
      result.rows.map((row) => [row[FIRST_COLUMN.byIds], write(row)] as const),
    );
    marks.set(name, written);
    return written;
  }
}

/** True if version 4 does not wrap a populated value in `data`. */
export function isFlat(child: CompiledChild): boolean {
  switch (child.kind) {
    case 'mixed':
      return true;
    case 'count':
      return child.isFlat;
    case 'rows':
    case 'linked':
      return child.rows.isComponent;
  }
}

const NONE: readonly never[] = [];

/** The links of each parent row. */
function byParent(links: readonly Row[]): ReadonlyMap<unknown, Row[]> {
  const parents = new Map<unknown, Row[]>();
  for (const link of links) {
    const own = parents.get(link[LINK.parent]);
    if (own) own.push(link);
    else parents.set(link[LINK.parent], [link]);
  }
  return parents;
}

function byOrder(a: Row, b: Row): number {
  return (
    orderOf(a, LINK.order) - orderOf(b, LINK.order) || orderOf(a, LINK.tie) - orderOf(b, LINK.tie)
  );
}

/** A link without an order comes first. */
function orderOf(link: Row, column: number): number {
  const order = link[column];
  return typeof order === 'number' ? order : -Number.MAX_VALUE;
}

function append<Entry>(found: EntriesByParent<Entry>, parent: unknown, entry: Entry): void {
  const entries = found.get(parent);
  if (entries) entries.push(entry);
  else found.set(parent, [entry]);
}
