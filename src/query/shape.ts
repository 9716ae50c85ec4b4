// In charge of writing the rows of a read as JSON text in Strapi 5's flat format, or in the older one of version 4
// (docs/strapi/reading.md, "Entries" and "Response format v4"). Straight from rows: no objects are built.
import { MAX_WRITTEN_LENGTH } from '../base/limits.ts';
import type { Row } from '../storage/database.ts';
import { EntryWriter, type EntryFormat } from './entry-writer.ts';
import type { CompiledChild, CompiledRows } from './compiled.ts';
import { jsonList } from './json-list.ts';
import { OWN_COLUMNS, PLACE, type ChildResult, type RowsResult } from './rows.ts';
import { tooLarge } from './too-large.ts';

/** Writes answers in one format; keeps what is made once for each node. */
export class Shaper {
  readonly #format: EntryFormat;
  /** Writes in the flat format. */
  readonly flat: Shaper;
  readonly #writers = new WeakMap<CompiledRows, EntryWriter>();

  constructor(format: EntryFormat) {
    this.#format = format;
    this.flat = format === 'v4' ? new Shaper('v5') : this;
  }

  /** The entries of a read's root, each as JSON text. @throws ValidationError for an answer beyond the limit */
  entries(result: RowsResult): readonly string[] {
    return new Answer(this, { written: 0 }).entries(result);
  }

  writerOf(compiled: CompiledRows): EntryWriter {
    const kept = this.#writers.get(compiled);
    if (kept) return kept;
    const writer = new EntryWriter(compiled, this.#format);
    this.#writers.set(compiled, writer);
    return writer;
  }

  /** What stands around a populated value: version 4 puts what leads to rows of one content-type into `data`. */
  wrapperOf(child: CompiledChild): readonly [before: string, after: string] {
    if (this.#format !== 'v4' || isFlat(child)) return ['', ''];
    return child.kind === 'count' ? ['{"data":{"attributes":', '}}'] : ['{"data":', '}'];
  }
}

function isFlat(child: CompiledChild): boolean {
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

/** The texts of the populated rows of one attribute, by the id of the row above. */
type Texts = Map<unknown, string[]>;

/** Texts that stand in more places than this, on average, are put together once and for all. */
const MANY_PLACES = 2;

/** Texts of rows, by their ids, that stand in any number of places. */
class SharedTexts {
  readonly #texts: ReadonlyMap<unknown, string>;
  #places = 0;
  #isWhole = false;

  constructor(texts: readonly (readonly [id: unknown, text: string])[]) {
    this.#texts = new Map(texts);
  }

  /** The texts, for so many places more. */
  usedFor(places: number): ReadonlyMap<unknown, string> {
    this.#places += places;
    if (!this.#isWhole && this.#places > MANY_PLACES * this.#texts.size) {
      this.#isWhole = true;
      // V8 puts a text together, for all who have it, to count its bytes: else each of its places would do so.
      for (const text of this.#texts.values()) Buffer.byteLength(text);
    }
    return this.#texts;
  }
}

/** One answer on its way. */
class Answer {
  readonly #shaper: Shaper;
  /** Characters, those of rows inside others each time. */
  readonly #spent: { written: number };
  /** What was written of rows that several may lead to, by the mark that it carries. */
  readonly #written = new Map<RowsResult, Map<string, SharedTexts>>();

  constructor(shaper: Shaper, spent: { written: number }) {
    this.#shaper = shaper;
    this.#spent = spent;
  }

  entries(result: RowsResult): readonly string[] {
    return result.rows.map(this.#entryOf(result, OWN_COLUMNS.root, ''));
  }

  /** Counts text before it is made: what is populated in circles is copied on every level. */
  #spend(length: number): void {
    this.#spent.written += length;
    if (this.#spent.written > MAX_WRITTEN_LENGTH) throw tooLarge();
  }

  /** Writes one row with everything populated under it. */
  #entryOf(result: RowsResult, idAt: number, mark: string): (row: Row) => string {
    const writer = this.#shaper.writerOf(result.compiled);
    const children = result.children.map((child) => this.#childOf(child));
    return (row) => {
      let inside = '';
      for (const child of children) inside += child(row[idAt]);
      const text = writer.write(row, idAt, inside + mark);
      this.#spend(text.length);
      return text;
    };
  }

  /** For one populated attribute: the text that stands in the row of an id, comma first. */
  #childOf(given: ChildResult): (id: unknown) => string {
    const { node } = given.child;
    const [before, after] = this.#shaper.wrapperOf(given.child);
    const head = `,${JSON.stringify(node.attribute)}:${before}`;
    if (given.kind === 'count') {
      const counts = new Map<unknown, number>();
      for (const [id, count] of given.rows) counts.set(id, (counts.get(id) ?? 0) + Number(count));
      return (id) => `${head}{"count":${counts.get(id) ?? 0}}${after}`;
    }
    const texts = this.#textsOf(given);
    const { many } = given.child.node;
    return (id) => head + (many ? this.#many(texts.get(id)) : first(texts.get(id))) + after;
  }

  /** Rows of several types are written flat in both formats, with all that is in them. */
  #inside({ child }: ChildResult & { kind: 'mixed' }): Answer {
    return child.node.mark === '__type' ? new Answer(this.#shaper.flat, this.#spent) : this;
  }

  #many(texts: readonly string[] = []): string {
    const list = jsonList(texts);
    this.#spend(list.length);
    return list;
  }

  #textsOf(given: Exclude<ChildResult, { kind: 'count' }>): Texts {
    switch (given.kind) {
      case 'rows':
        return this.#ownTextsOf(given.result);
      case 'linked':
        return this.#linkedTextsOf(given);
      case 'mixed':
        return this.#inside(given).#mixedTextsOf(given);
    }
  }

  /** A row that comes again is not written again. */
  #ownTextsOf(result: RowsResult): Texts {
    const write = this.#entryOf(result, OWN_COLUMNS.rows, '');
    const written = new Map<unknown, string>();
    const texts: Texts = new Map();
    for (const row of result.rows) {
      const id = row[OWN_COLUMNS.rows];
      const text = written.get(id) ?? write(row);
      written.set(id, text);
      append(texts, row[0], text);
    }
    return texts;
  }

  #linkedTextsOf({ places, result }: ChildResult & { kind: 'linked' }): Texts {
    const written = this.#writtenOf(result, '').usedFor(places.length);
    const texts: Texts = new Map();
    for (const place of places) {
      const text = written.get(place[PLACE.id]);
      if (text !== undefined) append(texts, place[PLACE.parent], text);
    }
    return texts;
  }

  /** Rows of several models, merged by their place among each other. */
  #mixedTextsOf({ child, places, results }: ChildResult & { kind: 'mixed' }): Texts {
    const counts = new Map<unknown, number>();
    for (const place of places) {
      const type = place[PLACE.type];
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    const written = new Map<unknown, ReadonlyMap<unknown, string>>(
      results.map((result) => {
        const { uid } = result.compiled.node;
        const mark = `,"${child.node.mark}":${JSON.stringify(uid)}`;
        return [uid, this.#writtenOf(result, mark).usedFor(counts.get(uid) ?? 0)];
      }),
    );
    const texts: Texts = new Map();
    for (const [parent, own] of byParent(places)) {
      for (const place of own.sort(byOrder)) {
        const text = written.get(place[PLACE.type])?.get(place[PLACE.id]);
        if (text !== undefined) append(texts, parent, text);
      }
    }
    return texts;
  }

  /** Rows that were read by their ids, by their ids: written once, whatever leads to them. */
  #writtenOf(result: RowsResult, mark: string): SharedTexts {
    const marks = this.#written.get(result) ?? new Map<string, SharedTexts>();
    this.#written.set(result, marks);
    const known = marks.get(mark);
    if (known) return known;
    const write = this.#entryOf(result, OWN_COLUMNS.byIds, mark);
    const written = new SharedTexts(
      result.rows.map((row) => [row[OWN_COLUMNS.byIds], write(row)] as const),
    );
    marks.set(mark, written);
    return written;
  }
}

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

function first(texts: readonly string[] = []): string {
  return texts[0] ?? 'null';
}

function append(texts: Texts, parent: unknown, text: string): void {
  const found = texts.get(parent);
  if (found) found.push(text);
  else texts.set(parent, [text]);
}
