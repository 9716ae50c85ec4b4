// Builds entries as objects, for programs. The result is the same as parsing the JSON text of an entry. A row that appears
// several times becomes several objects, so that a program may change each.
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { JsonValue } from '../base/json.ts';
import type { Row } from '../storage/database.ts';
import type { Cell, CompiledChild, CompiledRows } from './compiled.ts';
import { decoderOf } from './decode.ts';
import {
  shapeEntries,
  type Budget,
  type EntryBuilder,
  type EntryContext,
  type TypeTag,
} from './shape.ts';
import type { RowsResult } from './rows.ts';

/** An entry, which the caller may change. */
export interface EntryObject {
  [name: string]: JsonValue;
}

/** An entry to be built: `make` returns a new object for each place in the result. */
interface EntryFactory {
  /** Approximate length as JSON text, in characters. */
  readonly size: number;
  readonly make: () => EntryObject;
}

/** A populated attribute to be added to an entry. */
interface AttributeFactory {
  readonly size: number;
  readonly addTo: (entry: EntryObject) => void;
}

/** Adds the value of a column to an entry. */
type CellReader = (entry: EntryObject, value: unknown) => void;

/** Builds entries as objects; keeps one row reader for each node. */
export class ObjectBuilder implements EntryBuilder<EntryFactory, AttributeFactory> {
  readonly mixed: ObjectBuilder = this;
  readonly showsHidden = true;
  readonly #readers = new WeakMap<CompiledRows, RowReader>();

  /** Builds the entries of a read. @throws ValidationError if the response is too large, before any is built */
  entries(result: RowsResult): readonly EntryObject[] {
    return shapeEntries(this, result).map(({ make }) => make());
  }

  entryOf(
    compiled: CompiledRows,
    { idAt, typeTag, children, budget }: EntryContext<AttributeFactory>,
  ): (row: Row) => EntryFactory {
    const reader = this.#readerOf(compiled);
    const blank = reader.blank(typeTag);
    return (row) => {
      const inside = children.map((child) => child(row[idAt]));
      const size = inside.reduce((sum, each) => sum + each.size, reader.size(row));
      budget.consume(size);
      const make = (): EntryObject => {
        const entry = { ...blank };
        reader.read(entry, row, idAt);
        for (const { addTo } of inside) addTo(entry);
        return entry;
      };
      return { size, make };
    };
  }

  countOf({ node: { attribute } }: CompiledChild): (count: number) => AttributeFactory {
    return (count) => ({
      size: SHORT,
      addTo: (entry) => {
        entry[attribute] = { count };
      },
    });
  }

  oneOf({
    node: { attribute },
  }: CompiledChild): (planned: EntryFactory | undefined) => AttributeFactory {
    return (planned) => ({
      size: planned?.size ?? SHORT,
      addTo: (entry) => {
        entry[attribute] = planned?.make() ?? null;
      },
    });
  }

  manyOf(
    { node: { attribute } }: CompiledChild,
    budget: Budget,
  ): (planned: readonly EntryFactory[]) => AttributeFactory {
    return (planned) => {
      const size = planned.reduce((sum, each) => sum + each.size, SHORT);
      budget.consume(size);
      const addTo = (entry: EntryObject): void => {
        entry[attribute] = planned.map(({ make }) => make());
      };
      return { size, addTo };
    };
  }

  /** Entries are never shared: each place gets its own object. */
  shared(): void {}

  #readerOf(compiled: CompiledRows): RowReader {
    const cached = this.#readers.get(compiled);
    if (cached) return cached;
    const reader = new RowReader(compiled);
    this.#readers.set(compiled, reader);
    return reader;
  }
}

/** Reads the rows of one node into objects. */
class RowReader {
  /** Derives the documentId of a component, which is not stored. */
  readonly #documentId: ((id: number) => string) | null;
  readonly #cells: readonly CellReader[];
  readonly #names: readonly string[];

  constructor({ node, isComponent, cells, children }: CompiledRows) {
    this.#documentId = isComponent ? componentDocumentIds(node.uid) : null;
    this.#cells = cells.map(cellReader);
    this.#names = [
      'id',
      ...(isComponent ? ['documentId'] : []),
      ...cells.flatMap((cell) => (cell.kind === 'texts' ? cell.fields : [cell.field])),
      ...children.map((child) => child.node.attribute),
    ];
  }

  /** An entry with all keys in order: copying it and setting values is faster than adding keys. */
  blank(mark: TypeTag | null): EntryObject {
    const keys = Object.fromEntries(this.#names.map((name) => [name, null]));
    return mark ? { ...keys, [mark.name]: mark.uid } : keys;
  }

  /** Approximate length of a row as JSON text without populated attributes, in characters. */
  size(row: Row): number {
    let size = SHORT;
    for (const value of row) size += SHORT + (typeof value === 'string' ? value.length : 0);
    return size;
  }

  read(entry: EntryObject, row: Row, idAt: number): void {
    const id = row[idAt] as number;
    let at = idAt + 1;
    entry['id'] = id;
    if (this.#documentId) entry['documentId'] = this.#documentId(id);
    for (const read of this.#cells) read(entry, row[at++]);
  }
}

function cellReader(cell: Cell): CellReader {
  if (cell.kind === 'texts') {
    return (entry, value) => {
      Object.assign(entry, JSON.parse(value as string));
    };
  }
  const { field, type } = cell;
  const decode = decoderOf(type);
  return (entry, value) => {
    entry[field] = decode(value);
  };
}

/** Approximate length of a short value with its name, in characters. */
const SHORT = 10;
