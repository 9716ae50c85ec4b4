// Converts the values of a column to another attribute type, inside a transaction: a value is converted exactly, or it
// is incompatible.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ScalarType } from '../../schema/types.ts';
import type { Conversion, ModelDdl } from '../migration/ddl.ts';
import type { Dialect, Fragment } from '../dialect.ts';
import type { Session } from '../session.ts';
import { EMPTY_TABLE, type Column, type Table } from '../layout/table.ts';
import { printQuery } from '../migration/row-writer.ts';
import { countValues, exampleValues, type SelectedValues } from './selected-values.ts';

/** A column whose attribute gets another type. */
export interface ColumnConversion {
  readonly table: Pick<Table, 'name' | 'foreignKeys'>;
  /** The column as it becomes. */
  readonly column: Column;
  readonly from: ScalarType;
  readonly to: ScalarType;
}

/** Values that cannot be converted. */
export interface ConversionFailures {
  readonly count: number;
  /** One of them as text, or null. */
  readonly example: string | null;
}

/** Name of the new column until it replaces the former one. */
const CONVERTED = 'quoin_converted';

/** Counts the values of a column that cannot be converted. Changes nothing but a temporary function. */
export async function countConversionFailures(
  session: Session,
  dialect: Dialect,
  conversion: ColumnConversion,
): Promise<ConversionFailures> {
  const model = await dialect.ddl.loadModelDdl();
  const { prepare, values } = conversionFailuresOf(dialect, model, {
    ...conversion,
    hasDocuments: false,
  });
  if (prepare !== null) await session.script(prepare);
  const [[count] = []] = await session.rows(countValues(dialect, values));
  if (Number(count) === 0) return { count: 0, example: null };
  const [[example = null] = []] = await session.rows(exampleValues(dialect, values));
  return { count: Number(count), example: example === null ? null : String(example) };
}

/** Values of a column that cannot be converted, and a statement that must run before them, or null. */
export function conversionFailuresOf(
  dialect: Dialect,
  model: ModelDdl,
  { table, hasDocuments, ...conversion }: ColumnConversion & { readonly hasDocuments: boolean },
): { readonly prepare: string | null; readonly values: SelectedValues } {
  const { prepare, fits } = rulesOf(dialect, model, conversion);
  const name = sql.id(conversion.column.name);
  return {
    prepare,
    values: {
      from: sql`${sql.id(table.name)} where ${name} is not null and not (${sql.raw(fits)})`,
      value: name,
      documentId: hasDocuments ? sql`document_id` : null,
    },
  };
}

/**
 * Converts all values that fit. The others become NULL.
 * @param setAsideColumn Name of a column for the others, with their former type; null if there are none
 */
export async function convertColumn(
  session: Session,
  dialect: Dialect,
  { setAsideColumn, ...conversion }: ColumnConversion & { readonly setAsideColumn: string | null },
): Promise<void> {
  const { ddl } = dialect;
  const { table, column } = conversion;
  const model = await ddl.loadModelDdl();
  const { prepare, fits, value } = rulesOf(dialect, model, conversion);
  if (prepare !== null) await session.script(prepare);
  const [own, next, from] = [sql.id(column.name), sql.id(CONVERTED), sql.id(table.name)];
  const fresh = { ...column, name: CONVERTED, notNullable: false };
  await session.script(ddl.addColumn({ ...EMPTY_TABLE, ...table }, fresh));
  await inBatches(session, dialect, {
    table: table.name,
    update: (rows) =>
      sql`update ${from} set ${next} = case when ${sql.raw(fits)} then ${sql.raw(value)} end where ${own} is not null and ${rows}`,
  });
  if (setAsideColumn === null) await ddl.dropColumn(session, table.name, column.name);
  else {
    for (const [drop] of await session.rows(model.dropsOf(table.name, column.name))) {
      await session.script(String(drop));
    }
    await inBatches(session, dialect, {
      table: table.name,
      update: (rows) =>
        sql`update ${from} set ${own} = null where ${own} is not null and ${sql.raw(fits)} and ${rows}`,
    });
    await session.script(model.renameColumn(table.name, column.name, setAsideColumn));
  }
  await session.script(model.renameColumn(table.name, CONVERTED, column.name));
}

/** Rows of a batch by their ids. */
const BATCH = 20_000;

/** Updates rows in batches: none reaches the time limit of statements, and other work can run in between. */
async function inBatches(
  session: Session,
  dialect: Dialect,
  { table, update }: { readonly table: string; readonly update: (rows: Fragment) => Fragment },
): Promise<void> {
  const rowId = sql.id('id');
  let last = 0;
  for (;;) {
    // The id at which the batch ends; ids may have gaps.
    const batch = sql`select max(id) from (select ${rowId} as id from ${sql.id(table)} where ${rowId} > ${sql.lit(last)} order by ${rowId} limit ${sql.lit(BATCH)}) batch`;
    const [[end = null] = []] = await session.rows(printQuery(dialect, batch));
    if (end === null) return;
    const rows = sql`${rowId} > ${sql.lit(last)} and ${rowId} <= ${sql.lit(Number(end))}`;
    await session.run(printQuery(dialect, update(rows)));
    last = Number(end);
    await setImmediate();
  }
}

/** Moves values into a column where it has none, from a column that is dropped then. */
export async function mergeColumn(
  session: Session,
  dialect: Dialect,
  { table, from, to }: { readonly table: string; readonly from: string; readonly to: string },
): Promise<void> {
  const [own, former] = [sql.id(to), sql.id(from)];
  await session.run(
    printQuery(
      dialect,
      sql`update ${sql.id(table)} set ${own} = ${former} where ${own} is null and ${former} is not null`,
    ),
  );
  await dialect.ddl.dropColumn(session, table, from);
}

function rulesOf(
  { compile }: Dialect,
  { convert }: ModelDdl,
  { column, from, to }: Omit<ColumnConversion, 'table'>,
): Conversion {
  return convert(compile(sql.id(column.name)).sql, from, to);
}
