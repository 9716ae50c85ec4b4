// Converts the values of large columns before the transaction of a change, while they are read and written.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../storage/database.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { LOCK_PAUSE, LOCK_TRIES, lockWaitOf } from '../../storage/model-changes/lock-wait.ts';
import { conversionFailuresOf } from '../../storage/model-changes/convert-column.ts';
import { countValues } from '../../storage/model-changes/selected-values.ts';
import {
  addStagedColumn,
  batchAfter,
  convertBatch,
  countRowsUpTo,
  removeStaged,
  stagedName,
  type StagedColumn,
} from '../../storage/model-changes/staged-column.ts';
import type { Query, ReadSteps, Session } from '../../storage/session.ts';
import type { ModelVersion } from '../plan/change-versions.ts';
import type { ChangePlan, Step } from '../plan/steps.ts';

type Convert = Extract<Step, { readonly kind: 'convert' }>;

/** Columns that are ready to replace the former ones, by their steps. */
export type StagedConversions = ReadonlyMap<Step, StagedColumn>;

/** The conversions to stage. */
interface Staging {
  readonly plan: ChangePlan;
  readonly current: ModelVersion;
  /** Key of the change. */
  readonly key: string;
}

/** Up to this number of rows, a column is converted in the transaction of the change. */
const FEW_ROWS = 20_000;

/** Converts the values of large columns. Without any, nothing is written. @throws UnavailableError (lockTimeout) if a table is in use */
export async function stageConversions(
  database: Database,
  { plan, current, key }: Staging,
): Promise<StagedConversions> {
  const staged = new Map<Step, StagedColumn>();
  const { staging } = await database.dialect.ddl.loadModelDdl();
  if (staging === null) return staged;
  try {
    for (const [i, step] of plan.steps.entries()) {
      if (step.kind !== 'convert' || isMoved(plan, step)) continue;
      const column = await stage(database, { step, current, name: stagedName(key, i) });
      if (column) staged.set(step, column);
    }
  } catch (error) {
    await unstageConversions(database, key);
    throw error;
  }
  return staged;
}

/** Removes the columns of a change that is not made. */
export async function unstageConversions(database: Database, key: string): Promise<void> {
  const { dialect } = database;
  await withRetries((tries) =>
    database.runInTransaction((session) => removeWithin(session, dialect, { key, tries })),
  );
}

async function removeWithin(
  session: Session,
  dialect: Dialect,
  { key, tries }: { readonly key: string; readonly tries: number },
): Promise<void> {
  const { limitLockWait } = await dialect.ddl.loadModelDdl();
  if (limitLockWait) await session.script(limitLockWait(lockWaitOf(tries)));
  await removeStaged(session, dialect, key);
}

/** Other steps may name the table or the column otherwise. */
function isMoved({ steps }: ChangePlan, { table }: Convert): boolean {
  return steps.some(
    (step) => step.kind === 'move' && (step.from.table === table || step.to.table === table),
  );
}

async function stage(
  database: Database,
  {
    step,
    current,
    name,
  }: Pick<Staging, 'current'> & { readonly step: Convert; readonly name: string },
): Promise<StagedColumn | null> {
  const { dialect } = database;
  const { column, from, to, setAsideColumn } = step;
  const model = await dialect.ddl.loadModelDdl();
  const table = current.layout.tables.find((each) => each.name === step.table);
  const former = table?.columns.find((each) => each.name === column.name);
  if (model.staging === null || !table || !former || former.type === column.type) return null;
  const conversion = model.convert(model.staging.valueInTrigger(former.name), from, to);
  // A function of the session is not there in those of writers.
  if (conversion.prepare !== null) return null;
  const rows = await database.read(first(countRowsUpTo(dialect, step.table, FEW_ROWS + 1)));
  if (rows <= FEW_ROWS) return null;
  const { values } = conversionFailuresOf(dialect, model, {
    table,
    column,
    from,
    to,
    hasDocuments: false,
  });
  // The transaction of the change rejects it.
  if (setAsideColumn === null && (await database.read(first(countValues(dialect, values)))) > 0)
    return null;
  const staged = {
    name,
    table: { name: table.name, foreignKeys: [] },
    former,
    column,
    setAsideColumn,
  };
  await withRetries((tries) =>
    database.runInTransaction((session) =>
      addStagedColumn(session, dialect, { staged, conversion, tries }),
    ),
  );
  await convertRows(database, staged);
  return staged;
}

async function convertRows(database: Database, staged: StagedColumn): Promise<void> {
  const { dialect } = database;
  for (let last = 0; ;) {
    const end = await database.read(first(batchAfter(dialect, staged, last)));
    if (end === 0) return;
    const range = [last, end] as const;
    await database.runInTransaction((session) => session.run(convertBatch(dialect, staged, range)));
    last = end;
  }
}

/** The number that a query returns; 0 for NULL. */
function* first(query: Query): ReadSteps<number> {
  const [[[value = null] = []] = []] = yield [query];
  return Number(value ?? 0);
}

async function withRetries(work: (tries: number) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries);
    } catch (error) {
      if (!isUnavailable(error, 'lockTimeout') || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE);
    }
  }
}
