// Entries as JSON text, in Strapi 5's flat format or in the older one of version 4 (docs/strapi/reading.md, "Entries" and
// "Response format v4"). No objects are built.
import type { Row } from '../storage/database.ts';
import type { CompiledChild, CompiledRows } from './compiled.ts';
import { EntryWriter, type EntryFormat } from './entry-writer.ts';
import { jsonList } from './json-list.ts';
import type { Budget, EntryForm, EntryPlace } from './shape.ts';

/** Writes entries in one format; keeps what is made once for each node. */
export class TextForm implements EntryForm<string, string> {
  readonly #format: EntryFormat;
  readonly mixed: TextForm;
  readonly #writers = new WeakMap<CompiledRows, EntryWriter>();

  constructor(format: EntryFormat) {
    this.#format = format;
    this.mixed = format === 'v4' ? new TextForm('v5') : this;
  }

  entryOf(
    compiled: CompiledRows,
    { idAt, mark, children, budget }: EntryPlace<string>,
  ): (row: Row) => string {
    const writer = this.#writerOf(compiled);
    const end = mark ? `,"${mark.name}":${JSON.stringify(mark.uid)}` : '';
    return (row) => {
      let inside = '';
      for (const child of children) inside += child(row[idAt]);
      const text = writer.write(row, idAt, inside + end);
      budget.spend(text.length);
      return text;
    };
  }

  countOf(child: CompiledChild): (count: number) => string {
    const [head, after] = this.#around(child);
    return (count) => `${head}{"count":${count}}${after}`;
  }

  oneOf(child: CompiledChild): (text: string | undefined) => string {
    const [head, after] = this.#around(child);
    return (text = 'null') => head + text + after;
  }

  manyOf(child: CompiledChild, budget: Budget): (texts: readonly string[]) => string {
    const [head, after] = this.#around(child);
    return (texts) => {
      const list = jsonList(texts);
      budget.spend(list.length);
      return head + list + after;
    };
  }

  /** V8 puts a text together, for all who have it, to count its bytes: else each of its places would do so. */
  shared(texts: Iterable<string>): void {
    for (const text of texts) Buffer.byteLength(text);
  }

  #writerOf(compiled: CompiledRows): EntryWriter {
    const kept = this.#writers.get(compiled);
    if (kept) return kept;
    const writer = new EntryWriter(compiled, this.#format);
    this.#writers.set(compiled, writer);
    return writer;
  }

  /** What stands around a populated value, comma first: version 4 puts what leads to rows of one content-type into `data`. */
  #around(child: CompiledChild): readonly [head: string, after: string] {
    const name = `,${JSON.stringify(child.node.attribute)}:`;
    if (this.#format !== 'v4' || isFlat(child)) return [name, ''];
    return child.kind === 'count'
      ? [`${name}{"data":{"attributes":`, '}}']
      : [`${name}{"data":`, '}'];
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
