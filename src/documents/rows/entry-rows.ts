// Inserts and updates rows of models: maps the values of an entry to columns and encodes them.
import type { ColumnOptions, ScalarAttribute } from '../../schema/types.ts';
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import type { ColumnValue } from '../input.ts';
import { ModelCache } from '../model-cache.ts';
import type { WriteContext } from '../write-context.ts';

/** Values by attribute, including `documentId`. */
export type RowValues = ReadonlyMap<string, ColumnValue>;

/** Row ids of the administrators who created and updated a row. Without a value, the stored one remains. */
export interface RowCreators {
  readonly createdBy?: number | null;
  readonly updatedBy?: number | null;
}

/** Inserts rows of a model. A column without a value gets its default. @returns the ids in order */
export function insertEntries(
  context: WriteContext,
  uid: string,
  entries: readonly RowValues[],
): WriteSteps<readonly number[]> {
  const all = columns.get(context, uid);
  return context.statements.insert(
    context.layout.table(uid),
    all.map(({ column }) => column),
    entries.map((values) => storedValues(all, values)),
  );
}

/** Inserts rows with ids that a program has chosen. */
export function insertNumbered(
  context: WriteContext,
  uid: string,
  entries: readonly EntryChange[],
): WriteSteps<void> {
  const all = columns.get(context, uid);
  return context.statements.add(
    context.layout.table(uid),
    ['id', ...all.map(({ column }) => column)],
    entries.map(({ id, values }) => [id, ...storedValues(all, values)]),
  );
}

function storedValues(all: readonly EntryColumn[], values: RowValues): readonly SqlValue[] {
  return all.map(({ store, name, absent }) =>
    store(values.has(name) ? (values.get(name) ?? null) : absent),
  );
}

/** A row id and its new values. */
export interface EntryChange {
  readonly id: number;
  readonly values: RowValues;
}

/** Updates the columns of rows for which there are values. A draft stays a draft. */
export function updateEntries(
  context: WriteContext,
  uid: string,
  changes: readonly EntryChange[],
): WriteSteps<void> {
  const all = columns.get(context, uid);
  return context.statements.mergeWithinVersions(
    context.layout.table(uid),
    changes.map(({ id, values }) => {
      const present = all.filter(({ name }) => values.has(name));
      return {
        id,
        values: new Map(
          present.map(({ column, store, name }) => [column, store(values.get(name) ?? null)]),
        ),
      };
    }),
  );
}

/** The value columns of a model, in the order of the table. */
export function scalarColumns(
  context: WriteContext,
  uid: string,
): readonly Pick<EntryColumn, 'name' | 'column'>[] {
  return columns.get(context, uid);
}

interface EntryColumn {
  readonly name: string;
  readonly column: string;
  /** The default of the column (`column.defaultTo`), mostly null. */
  readonly absent: ColumnValue;
  store(value: ColumnValue): SqlValue;
}

/** The value columns of each model, in the order of the table. */
const columns = new ModelCache(entryColumns);

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

/** The default of a column if it is a plain value, otherwise null. */
export function defaultOf(options: ColumnOptions | undefined): string | number | boolean | null {
  const value = options?.defaultTo;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}
