// The log of changes of the content model.
import { isRecord, toRecord, toText, toTexts } from '../schema/raw.ts';
import type { Dialect } from '../storage/dialect.ts';
import { literal } from '../storage/dialect.ts';
import { modelChanges } from '../storage/layout/quoin-tables.ts';
import type { RowStatements } from '../storage/statements/row-statements.ts';
import type { ReadSteps, Session, WriteSteps } from '../storage/session.ts';
import { toFileChanges, type FileChange } from './files/file-change.ts';
import { describeStep } from './plan/describe-step.ts';
import type { Step } from './plan/steps.ts';
import { renamesFromJson, renamesToJson, type Renames } from './renames.ts';

const { table, key, at, adminId, steps, texts, renames, files, undoes } = modelChanges;

/** A change to record. */
export interface LoggedChange {
  readonly key: string;
  /** Administrator, or null for the command line. */
  readonly adminId: number | null;
  readonly steps: readonly Step[];
  readonly renames: Renames;
  readonly files: readonly FileChange[];
  /** Key of the change that this one undoes, or null. */
  readonly undoes: string | null;
}

/** Records a change. */
export function* logChange(
  statements: RowStatements,
  dialect: Dialect,
  change: LoggedChange,
): WriteSteps<void> {
  yield* statements.add(
    table,
    [key, at, adminId, steps, texts, renames, files, undoes],
    [
      [
        change.key,
        dialect.store('datetime', Date.now()),
        change.adminId,
        JSON.stringify(change.steps),
        JSON.stringify(change.steps.map((step) => describeStep(step, null))),
        JSON.stringify(renamesToJson(change.renames)),
        JSON.stringify(change.files),
        change.undoes,
      ],
    ],
  );
}

/** Returns true if a change was committed. The database need not be migrated. */
export function* hasChange({ ddl }: Dialect, requested: string): ReadSteps<boolean> {
  const live = yield* ddl.inspect();
  if (!live.tables.has(ddl.fold(table))) return false;
  const [rows = []] = yield [
    { sql: `select 1 from ${table} where ${key} = ${literal(requested)}`, values: [] },
  ];
  return rows.length > 0;
}

/** Makes other changes wait until the end of the transaction. */
export async function lockChanges(session: Session, { ddl }: Dialect): Promise<void> {
  const { staging } = await ddl.loadModelDdl();
  if (staging) await session.script(staging.lockWriters(table));
}

/** Key of the last change, or null. */
export function* readLastChange(): ReadSteps<string | null> {
  const [rows = []] = yield [
    { sql: `select ${key} from ${table} order by id desc limit 1`, values: [] },
  ];
  return rows[0] ? String(rows[0][0]) : null;
}

/** A change in the log. */
export interface RecordedChange {
  readonly key: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  /** Id of the administrator; null for the command line. */
  readonly adminId: number | null;
  /** Its steps in words. */
  readonly texts: readonly string[];
  /** Attributes and models whose values it has kept; the attribute is null for a model. */
  readonly keeps: readonly { readonly uid: string; readonly attribute: string | null }[];
  readonly renames: Renames;
  readonly files: readonly FileChange[];
  /** Key of the change that this one undid, or null. */
  readonly undoes: string | null;
}

/** Reads all changes, oldest first. The database need not be migrated. */
export function* readChanges(
  statements: RowStatements,
  { ddl }: Dialect,
): ReadSteps<readonly RecordedChange[]> {
  const live = yield* ddl.inspect();
  const columnsOfLog = live.tables.get(ddl.fold(table));
  if (!columnsOfLog) return [];
  const hasTexts = columnsOfLog.has(ddl.fold(texts));
  const named = [key, { column: at, as: 'datetime' as const }, adminId, steps, renames, files];
  const columns = [...named, undoes, ...(hasTexts ? [texts] : [])];
  const rows = yield* statements.select(table, { columns, where: [], order: ['id'] });
  return rows.map(toRecorded);
}

function toRecorded(row: readonly unknown[]): RecordedChange {
  const [id, time, admin, stepList, renameList, fileList, undone, textList] = row;
  const list = (json: unknown): readonly Readonly<Record<string, unknown>>[] => {
    const value: unknown = JSON.parse(String(json ?? '[]'));
    return Array.isArray(value) ? value.filter(isRecord) : [];
  };
  const kinds = ['keepAttribute', 'keepModel'];
  const isKept = ({ kind }: Readonly<Record<string, unknown>>): boolean =>
    kinds.includes(String(kind));
  return {
    key: String(id),
    at: Number(time),
    adminId: admin === null ? null : Number(admin),
    texts: toTexts(JSON.parse(String(textList ?? '[]'))),
    keeps: list(stepList)
      .filter(isKept)
      .map(({ uid, attribute }) => ({ uid: String(uid), attribute: toText(attribute) ?? null })),
    renames: renamesFromJson(toRecord(JSON.parse(String(renameList)))),
    files: toFileChanges(list(fileList)),
    undoes: undone === null ? null : String(undone),
  };
}
