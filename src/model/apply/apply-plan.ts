// Applies a plan to the database: all steps, the layout, the options and the records, inside one transaction.
import { switchSteps, type OptionChange } from '../../documents/options/switch-options.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { recordTablesInSession } from '../../storage/migration/recorded-tables.ts';
import { lockWaitOf } from '../../storage/model-changes/lock-wait.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { removeStaged } from '../../storage/model-changes/staged-column.ts';
import { forgetStrapiSchema } from '../../storage/model-changes/renamed-settings.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { runInSession, type Session } from '../../storage/session.ts';
import { isStorageError } from '../../storage/errors.ts';
import { syncInSession, type SyncReport } from '../../storage/migration/sync-database.ts';
import { plainColumn } from '../../storage/layout/columns.ts';
import type { Table } from '../../storage/layout/table.ts';
import { ModelChangeError } from '../errors.ts';
import { writeRetainedValues } from '../retained-values.ts';
import type { ModelVersion } from '../plan/change-versions.ts';
import type { ChangePlan, RetainedValues } from '../plan/steps.ts';
import type { StagedConversions } from './stage-conversions.ts';
import { applyStep, renameIndexesOf } from './apply-step.ts';
import { renameAttributeNames } from './renamed-attributes.ts';

/** The plan to apply. */
export interface PlannedChange {
  readonly plan: ChangePlan;
  readonly current: ModelVersion;
  readonly requested: ModelVersion;
  /** Default locale if the database has none. */
  readonly initialLocale: string;
  /** Columns whose values are converted already. */
  readonly staged?: StagedConversions;
  /** How often it has been tried, this time included. Default: once */
  readonly tries?: number;
}

/** Effects of a change on the database. */
export interface AppliedChange {
  readonly report: SyncReport;
  readonly switched: readonly OptionChange[];
}

/**
 * Applies a plan.
 * @throws ModelChangeError if values do not fit or the database rejects a step; UnavailableError (lockTimeout) if its tables are in use.
 * The caller must roll back then
 */
export async function applyPlan(
  session: Session,
  dialect: Dialect,
  change: PlannedChange,
): Promise<AppliedChange> {
  const { plan, current, requested, initialLocale, tries = 1 } = change;
  const { limitLockWait } = await dialect.ddl.loadModelDdl();
  if (limitLockWait) await session.script(limitLockWait(lockWaitOf(tries)));
  for (const step of plan.steps) await applyStep(session, dialect, { step, ...change });
  await removeStaged(session, dialect, null);
  const { registry, layout } = requested;
  await renameAttributeNames(session, dialect, { steps: plan.steps, registry });
  await renameIndexesOf(session, dialect, { plan, current, requested });
  const report = await sync(session, dialect, layout);
  const tables = [
    ...layout.tables,
    ...plan.retained.map((values) => retainedTable(layout, values)),
  ];
  await recordTablesInSession(session, dialect, { tables });
  const switching = {
    registry,
    layout,
    database: { dialect },
    initialLocale,
    log: { info: () => undefined },
  };
  const switched = await runInSession(session, switchSteps(switching));
  await session.run(forgetStrapiSchema(dialect));
  await runInSession(
    session,
    writeRetainedValues(new RowStatements(dialect, layout), plan.retained),
  );
  return { report, switched };
}

async function sync(session: Session, { ddl }: Dialect, layout: Layout): Promise<SyncReport> {
  try {
    return await syncInSession(session, ddl, { layout });
  } catch (error) {
    if (isStorageError(error, 'incompatible'))
      throw new ModelChangeError(error.message, { cause: error });
    throw error;
  }
}

/** Tables and columns of kept values are recorded, so that `quoin schema prune` finds them. */
function retainedTable(layout: Layout, { storage }: RetainedValues): Table {
  const listed: readonly (string | null)[] = storage.kind === 'rows' ? [] : storage.columns;
  const names = listed.filter((name) => name !== null);
  const existing = layout.tables.find(({ name }) => name === storage.table);
  const columns = names
    .filter((name) => !existing?.columns.some((column) => column.name === name))
    .map((name) => plainColumn(name, 'text'));
  return {
    name: storage.table,
    kind: 'own',
    uid: null,
    columns: [...(existing?.columns ?? []), ...columns],
    indexes: [],
    foreignKeys: [],
  };
}
