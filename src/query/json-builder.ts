// Writes entries as JSON text directly from rows, in the flat format of Strapi 5 or in that of version 4
// (docs/strapi/reading.md, "Entries" and "Response format v4").
import type { Row } from '../storage/session.ts';
import type { CompiledChild, CompiledRows } from './compiled.ts';
import { EntryWriter, type EntryFormat } from './entry-writer.ts';
import { isFlat, type Budget, type EntryBuilder, type EntryContext } from './shape.ts';

/** Writes entries in one format; keeps one entry writer for each node. */
export class JsonBuilder implements EntryBuilder<string, string> {
  readonly #format: EntryFormat;
  readonly mixed: JsonBuilder;
  readonly showsHidden = false;
  readonly #writers = new WeakMap<CompiledRows, EntryWriter>();

  constructor(format: EntryFormat) {
    this.#format = format;
    this.mixed = format === 'v4' ? new JsonBuilder('v5') : this;
  }

  entryOf(
    compiled: CompiledRows,
    { idAt, typeTag, children, budget }: EntryContext<string>,
  ): (row: Row) => string {
    const writer = this.#writerOf(compiled);
    const end = typeTag ? `,"${typeTag.name}":${JSON.stringify(typeTag.uid)}` : '';
    return (row) => {
      let inside = '';
      for (const child of children) inside += child(row[idAt]);
      const text = writer.write(row, idAt, inside + end);
      budget.consume(text.length);
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
      budget.consume(list.length);
      return head + list + after;
    };
  }

  /** Counting the bytes makes V8 flatten a concatenated string once, instead of once for each use. */
  shared(texts: Iterable<string>): void {
    for (const text of texts) Buffer.byteLength(text);
  }

  #writerOf(compiled: CompiledRows): EntryWriter {
    const cached = this.#writers.get(compiled);
    if (cached) return cached;
    const writer = new EntryWriter(compiled, this.#format);
    this.#writers.set(compiled, writer);
    return writer;
  }

  /** The text before and after a populated value. Version 4 wraps related rows of one content-type in `data`. */
  #around(child: CompiledChild): readonly [head: string, after: string] {
    const name = `,${JSON.stringify(child.node.attribute)}:`;
    if (this.#format !== 'v4' || isFlat(child)) return [name, ''];
    return child.kind === 'count'
      ? [`${name}{"data":{"attributes":`, '}}']
      : [`${name}{"data":`, '}'];
  }
}

/** Builds a JSON array by concatenation: `join` would flatten each text first and then copy it again. */
function jsonList(texts: readonly string[]): string {
  let list = '[';
  let comma = '';
  for (const text of texts) {
    list += comma + text;
    comma = ',';
  }
  return `${list}]`;
}
