// In charge of the rows of models themselves: which columns an entry's values go to, and their stored form.
import type { ColumnOptions, ScalarAttribute } from '../schema/types.ts';
import type { SqlValue, WriteSteps } from '../storage/database.ts';
import type { ColumnValue } from './input.ts';
import { PerModel } from './per-model.ts';
import type { WriteContext } from './write-context.ts';

/** Values by attribute; `documentId` is one too. */
export type RowValues = ReadonlyMap<string, ColumnValue>;

/** Inserts rows of a model with all their columns; what has no value is the column's default. @returns their ids, in order */
export function insertEntries(
  context: WriteContext,
  uid: string,
  entries: readonly RowValues[],
): WriteSteps<readonly number[]> {
  const all = columns.of(context, uid);
  return context.statements.insert(
    context.layout.table(uid),
    all.map(({ column }) => column),
    entries.map((values) =>
      all.map(({ store, name, absent }) =>
        store(values.has(name) ? (values.get(name) ?? null) : absent),
      ),
    ),
  );
}

/** A row that is there, and what is written over it. */
export interface EntryChange {
  readonly id: number;
  readonly values: RowValues;
}

/** Updates rows of a model, each only in the columns that it has values for. A draft stays one. */
export function updateEntries(
  context: WriteContext,
  uid: string,
  changes: readonly EntryChange[],
): WriteSteps<void> {
  const all = columns.of(context, uid);
  return context.statements.mergeWithinVersions(
    context.layout.table(uid),
    changes.map(({ id, values }) => {
      const given = all.filter(({ name }) => values.has(name));
      return {
        id,
        values: new Map(
          given.map(({ column, store, name }) => [column, store(values.get(name) ?? null)]),
        ),
      };
    }),
  );
}

/** The columns of a model that hold values, in the order of the table. */
export function scalarColumns(
  context: WriteContext,
  uid: string,
): readonly Pick<EntryColumn, 'name' | 'column'>[] {
  return columns.of(context, uid);
}

interface EntryColumn {
  readonly name: string;
  readonly column: string;
  /** What the column holds where a row has no value (`column.defaultTo`): null for all but a few. */
  readonly absent: ColumnValue;
  store(value: ColumnValue): SqlValue;
}

/** The columns of a model that hold values, in the order of the table. */
const columns = new PerModel(entryColumns);

function entryColumns(
  { registry, layout, dialect }: WriteContext,
  uid: string,
): readonly EntryColumn[] {
  const model = registry.model(uid);
  const scalars = [...model.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar',
  );
  const documentId =
    model.modelType === 'contentType' ? [{ name: 'documentId', type: 'string' as const }] : [];
  return [...documentId, ...scalars].map(({ name, type, ...options }) => ({
    name,
    column: layout.column(uid, name),
    absent: 'column' in options ? defaultOf(options.column) : null,
    store: (value) => dialect.store(type, value),
  }));
}

/** A default of the column that is a plain value. */
function defaultOf(options: ColumnOptions | undefined): ColumnValue {
  const value = options?.defaultTo;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}
