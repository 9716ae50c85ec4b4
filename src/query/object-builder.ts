// Builds entries as objects, for programs. The result is the same as parsing the JSON text of an entry. A row that appears
// several times becomes several objects, so that a program may change each.
import { compileFunction } from 'node:vm';
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { JsonValue } from '../base/json.ts';
import type { Row } from '../storage/session.ts';
import type { CompiledChild, CompiledRows } from './compiled.ts';
import { decoderOf } from './decode.ts';
import {
  isFlat,
  shapeEntries,
  type Budget,
  type EntryBuilder,
  type EntryContext,
} from './shape.ts';
import type { RowsResult } from './rows.ts';

/** `v5`, `v4`: as in responses. `plain`: without the documentIds of components (docs/strapi/differences.md, D1). */
export type ObjectFormat = 'v5' | 'v4' | 'plain';

/** An entry, which the caller may change. */
export interface EntryObject {
  [name: string]: JsonValue;
}

/** An entry to be built: `make` returns a new object for each place in the result. */
export interface EntryFactory {
  /** Approximate length as JSON text, in characters. */
  readonly size: number;
  readonly make: () => EntryObject;
}

/** The value of a populated attribute. */
interface ValueFactory {
  readonly size: number;
  readonly make: () => JsonValue;
}

/** Builds entries as objects; keeps a row reader for each place of a node. */
export class ObjectBuilder implements EntryBuilder<EntryFactory, ValueFactory> {
  readonly mixed: ObjectBuilder;
  readonly showsHidden = true;
  readonly #format: ObjectFormat;
  readonly #readers = new WeakMap<CompiledRows, Map<string, RowReader>>();

  constructor(format: ObjectFormat) {
    this.#format = format;
    this.mixed = format === 'v4' ? new ObjectBuilder('v5') : this;
  }

  /** Builds the entries of a read. @throws ValidationError if the response is too large, before any is built */
  entries(result: RowsResult): readonly EntryObject[] {
    return this.factories(result).map(({ make }) => make());
  }

  /** Prepares the entries of a read, to build each when it is used. @throws ValidationError if they are too large */
  factories(result: RowsResult): readonly EntryFactory[] {
    return shapeEntries(this, result);
  }

  entryOf(
    compiled: CompiledRows,
    { idAt, typeTag, children, budget }: EntryContext<ValueFactory>,
  ): (row: Row) => EntryFactory {
    const read = this.#readerOf(compiled, { idAt, typeTag });
    return (row) => {
      const inside = children.map((child) => child(row[idAt]));
      const size = inside.reduce((sum, each) => sum + each.size, sizeOf(row));
      budget.consume(size);
      return { size, make: () => read(row, inside) };
    };
  }

  countOf(child: CompiledChild): (count: number) => ValueFactory {
    const wrap = this.#wraps(child);
    return (count) => ({
      size: SHORT,
      make: () => (wrap ? { data: { attributes: { count } } } : { count }),
    });
  }

  oneOf(child: CompiledChild): (planned: EntryFactory | undefined) => ValueFactory {
    const wrap = this.#wraps(child);
    return (planned) => {
      const value: ValueFactory = planned ?? NONE;
      return wrap ? { size: value.size, make: () => ({ data: value.make() }) } : value;
    };
  }

  manyOf(child: CompiledChild, budget: Budget): (planned: readonly EntryFactory[]) => ValueFactory {
    const wrap = this.#wraps(child);
    return (planned) => {
      const size = planned.reduce((sum, each) => sum + each.size, SHORT);
      budget.consume(size);
      const list = (): JsonValue => planned.map(({ make }) => make());
      return { size, make: wrap ? () => ({ data: list() }) : list };
    };
  }

  #wraps(child: CompiledChild): boolean {
    return this.#format === 'v4' && !isFlat(child);
  }

  /** Entries are never shared: each place gets its own object. */
  shared(): void {}

  #readerOf(compiled: CompiledRows, rowFormat: RowFormat): RowReader {
    const cached = this.#readers.get(compiled);
    const readers = cached ?? new Map<string, RowReader>();
    if (!cached) this.#readers.set(compiled, readers);
    const key = `${rowFormat.idAt} ${rowFormat.typeTag?.name}`;
    const known = readers.get(key);
    if (known) return known;
    const reader = generateReader(compiled, rowFormat, this.#format);
    readers.set(key, reader);
    return reader;
  }
}

/** Index of the id in a row, and the tag of its type. */
type RowFormat = Pick<EntryContext<ValueFactory>, 'idAt' | 'typeTag'>;

/** Reads a row. @param inside The values of its populated attributes, in the order of the children of the node */
type RowReader = (row: Row, inside: readonly ValueFactory[]) => EntryObject;

/**
 * Generates the function that reads the rows of a node: V8 creates an object from a literal several times as fast as by
 * setting one key after the other.
 */
function generateReader(
  { node, isComponent, cells, children }: CompiledRows,
  { idAt, typeTag }: RowFormat,
  format: ObjectFormat,
): RowReader {
  const decoders: unknown[] = [];
  const decoded = (decode: unknown, at: number): string =>
    `decoders[${decoders.push(decode) - 1}](row[${at}])`;
  const parsed: string[] = [];
  const members = [`id: row[${idAt}]`];
  if (isComponent && format !== 'plain')
    members.push(`documentId: ${decoded(componentDocumentIds(node.uid), idAt)}`);
  for (const [i, cell] of cells.entries()) {
    if (cell.kind === 'texts') {
      // Only a read that is written as text as well has such cells (`query/hidden-parts`).
      const text = `text${parsed.push(`text${parsed.length} = JSON.parse(row[${idAt + 1 + i}])`) - 1}`;
      for (const field of cell.fields)
        members.push(`${keyOf(field)}: ${text}[${JSON.stringify(field)}]`);
      continue;
    }
    members.push(`${keyOf(cell.field)}: ${decoded(decoderOf(cell.type), idAt + 1 + i)}`);
  }
  for (const [i, child] of children.entries())
    members.push(`${keyOf(child.node.attribute)}: inside[${i}].make()`);
  if (typeTag) members.push(`${typeTag.name}: ${JSON.stringify(typeTag.uid)}`);
  // The documentId is the first field of an entry of a content-type.
  const [id, documentId, ...values] = members;
  const attributes =
    format === 'v4' && !isComponent
      ? [id, documentId, `attributes: { ${values.join(', ')} }`]
      : members;
  const before = parsed.length > 0 ? `const ${parsed.join(', ')};` : '';
  const code = `return (row, inside) => { ${before} return { ${attributes.join(', ')} }; };`;
  return compileFunction(code, ['decoders'])(decoders) as RowReader;
}

/** A name as the key of an object literal, where a plain `__proto__` would set the prototype. */
function keyOf(name: string): string {
  return name === '__proto__' ? "['__proto__']" : JSON.stringify(name);
}

/** Approximate length of a row as JSON text without populated attributes, in characters. */
function sizeOf(row: Row): number {
  let size = SHORT;
  for (const value of row) size += SHORT + (typeof value === 'string' ? value.length : 0);
  return size;
}

/** Approximate length of a short value with its name, in characters. */
const SHORT = 10;

/** An empty relation or component. */
const NONE: ValueFactory = { size: SHORT, make: () => null };
