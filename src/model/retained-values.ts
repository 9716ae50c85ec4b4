// Reads and writes the record of retained values.
import { isRecord, toRecord, toText } from '../schema/raw.ts';
import type { Dialect } from '../storage/dialect.ts';
import { retainedValues } from '../storage/layout/quoin-tables.ts';
import type { RowStatements } from '../storage/statements/row-statements.ts';
import type { ReadSteps, WriteSteps } from '../storage/session.ts';
import type { AttributeStorage } from './attribute-storage.ts';
import type { RetainedValues } from './plan/steps.ts';

const { table, key, uid, attribute, form, storage, raw, attributes } = retainedValues;
const COLUMNS = [key, uid, attribute, form, storage, raw, attributes];

/** Retained values that are still in the database: `quoin schema prune` may have removed some. */
export function* readRetainedValues(
  statements: RowStatements,
  dialect: Dialect,
): ReadSteps<readonly RetainedValues[]> {
  const rows = yield* statements.select(table, { columns: COLUMNS, where: [], order: [key] });
  if (rows.length === 0) return [];
  const live = yield* dialect.ddl.inspect();
  const { fold } = dialect.ddl;
  const exists = ({ storage: at }: RetainedValues): boolean => {
    const columns = live.tables.get(fold(at.table));
    if (!columns) return false;
    return at.kind !== 'columns' || at.columns.every((column) => columns.has(fold(column)));
  };
  return rows.map((row) => parseRetainedValues(row)).filter(exists);
}

/** Replaces the record. */
export function* writeRetainedValues(
  statements: RowStatements,
  values: readonly RetainedValues[],
): WriteSteps<void> {
  yield* statements.delete(table, []);
  yield* statements.add(
    table,
    COLUMNS,
    values.map((each) => [
      each.key,
      each.uid,
      each.attribute,
      each.form,
      JSON.stringify(each.storage),
      JSON.stringify(each.raw),
      JSON.stringify(each.attributes),
    ]),
  );
}

function parseRetainedValues(row: readonly unknown[]): RetainedValues {
  const [number, model, name, kind, at, json, list] = row;
  const parsed: unknown = JSON.parse(String(list));
  return {
    key: Number(number),
    uid: String(model),
    attribute: name === null ? null : String(name),
    form: String(kind),
    storage: toStorage(JSON.parse(String(at))) ?? NOWHERE,
    raw: toRecord(JSON.parse(String(json))),
    attributes: (Array.isArray(parsed) ? parsed : []).filter(isRecord).map((each) => ({
      name: String(each['name']),
      form: toText(each['form']) ?? null,
      storage: toStorage(each['storage']),
      raw: toRecord(each['raw']),
    })),
  };
}

const NOWHERE: AttributeStorage = { kind: 'table', table: '', columns: [] };

function toStorage(value: unknown): AttributeStorage | null {
  if (!isRecord(value)) return null;
  const at = String(value['table']);
  const columns: readonly unknown[] = Array.isArray(value['columns']) ? value['columns'] : [];
  switch (value['kind']) {
    case 'columns':
      return { kind: 'columns', table: at, columns: columns.map(String) };
    case 'rows': {
      const type = value['type'];
      return {
        kind: 'rows',
        table: at,
        field: String(value['field']),
        type: isRecord(type) ? { column: String(type['column']), is: String(type['is']) } : null,
      };
    }
    default: {
      const names = columns.map((column) => (column === null ? null : String(column)));
      return { kind: 'table', table: at, columns: names };
    }
  }
}
