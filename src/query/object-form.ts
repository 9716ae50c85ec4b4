// Entries as objects, for programs: what parsing the text of an entry would give, made from rows. Every place of a row gets
// an object of its own, so that a program may change what it was given.
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { JsonValue } from '../base/json.ts';
import type { Row } from '../storage/database.ts';
import type { Cell, CompiledChild, CompiledRows } from './compiled.ts';
import { decoderOf } from './decode.ts';
import { shapeEntries, type Budget, type EntryForm, type EntryPlace, type Mark } from './shape.ts';
import type { RowsResult } from './rows.ts';

/** An entry, for a program to keep and to change. */
export interface EntryObject {
  [name: string]: JsonValue;
}

/** An entry that is made when its place is known, a new one for each place. */
interface PlannedEntry {
  /** About how many characters it has as text. */
  readonly size: number;
  readonly make: () => EntryObject;
}

/** A populated attribute of an entry. */
interface Populated {
  readonly size: number;
  readonly addTo: (entry: EntryObject) => void;
}

/** Writes the value of a column into an entry. */
type ReadCell = (entry: EntryObject, value: unknown) => void;

/** Makes entries; keeps what is made once for each node. */
export class ObjectForm implements EntryForm<PlannedEntry, Populated> {
  readonly mixed: ObjectForm = this;
  readonly #readers = new WeakMap<CompiledRows, RowReader>();

  /** The entries of a read's root. @throws ValidationError for an answer beyond the limit, before any is made */
  entries(result: RowsResult): readonly EntryObject[] {
    return shapeEntries(this, result).map(({ make }) => make());
  }

  entryOf(
    compiled: CompiledRows,
    { idAt, mark, children, budget }: EntryPlace<Populated>,
  ): (row: Row) => PlannedEntry {
    const reader = this.#readerOf(compiled);
    const blank = reader.blank(mark);
    return (row) => {
      const inside = children.map((child) => child(row[idAt]));
      const size = inside.reduce((sum, each) => sum + each.size, reader.size(row));
      budget.spend(size);
      const make = (): EntryObject => {
        const entry = { ...blank };
        reader.read(entry, row, idAt);
        for (const { addTo } of inside) addTo(entry);
        return entry;
      };
      return { size, make };
    };
  }

  countOf({ node: { attribute } }: CompiledChild): (count: number) => Populated {
    return (count) => ({
      size: SHORT,
      addTo: (entry) => {
        entry[attribute] = { count };
      },
    });
  }

  oneOf({ node: { attribute } }: CompiledChild): (planned: PlannedEntry | undefined) => Populated {
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
  ): (planned: readonly PlannedEntry[]) => Populated {
    return (planned) => {
      const size = planned.reduce((sum, each) => sum + each.size, SHORT);
      budget.spend(size);
      const addTo = (entry: EntryObject): void => {
        entry[attribute] = planned.map(({ make }) => make());
      };
      return { size, addTo };
    };
  }

  /** Each place has its own. */
  shared(): void {}

  #readerOf(compiled: CompiledRows): RowReader {
    const kept = this.#readers.get(compiled);
    if (kept) return kept;
    const reader = new RowReader(compiled);
    this.#readers.set(compiled, reader);
    return reader;
  }
}

/** Reads the rows of one node into objects. */
class RowReader {
  /** Of a component, which has none in the database. */
  readonly #documentId: ((id: number) => string) | null;
  readonly #cells: readonly ReadCell[];
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

  /** An entry with all of its keys, in their order: to copy it and set values is faster than to add keys. */
  blank(mark: Mark | null): EntryObject {
    const keys = Object.fromEntries(this.#names.map((name) => [name, null]));
    return mark ? { ...keys, [mark.name]: mark.uid } : keys;
  }

  /** About how many characters a row has as text, without what is populated. */
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

function cellReader(cell: Cell): ReadCell {
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

/** Characters of a short value with its name. */
const SHORT = 10;
