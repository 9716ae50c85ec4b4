// The log of changes of the content model.
import type { Dialect } from '../storage/dialect.ts';
import { literal } from '../storage/dialect.ts';
import { modelChanges } from '../storage/quoin-tables.ts';
import type { RowStatements } from '../storage/row-statements.ts';
import type { ReadSteps, WriteSteps } from '../storage/session.ts';
import type { FileChange } from './files/file-change.ts';
import type { Step } from './plan/steps.ts';
import { renamesToJson, type Renames } from './renames.ts';

const { table, key, at, adminId, steps, renames, files, undoes } = modelChanges;

/** A change to record. */
export interface LoggedChange {
  readonly key: string;
  /** Administrator, or null for the command line. */
  readonly adminId: number | null;
  readonly steps: readonly Step[];
  readonly renames: Renames;
  readonly files: readonly FileChange[];
  /** Key of the change that this one takes back, or null. */
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
    [key, at, adminId, steps, renames, files, undoes],
    [
      [
        change.key,
        dialect.store('datetime', Date.now()),
        change.adminId,
        JSON.stringify(change.steps),
        JSON.stringify(renamesToJson(change.renames)),
        JSON.stringify(change.files),
        change.undoes,
      ],
    ],
  );
}

/** Returns true if a change was committed. The database need not be migrated. */
export function* hasChange({ ddl }: Dialect, wanted: string): ReadSteps<boolean> {
  const live = yield* ddl.inspect();
  if (!live.tables.has(ddl.fold(table))) return false;
  const [rows = []] = yield [
    { sql: `select 1 from ${table} where ${key} = ${literal(wanted)}`, values: [] },
  ];
  return rows.length > 0;
}
