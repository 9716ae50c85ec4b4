// Applies drafts and locales that were switched on or off since the last start (docs/strapi/differences.md, D10): creates the
// rows of options that are switched on, keeps those of options that are switched off, and records the options, in one
// transaction.
import type { Logger } from '../../base/logger.ts';
import type { Registry } from '../../schema/registry.ts';
import { readDefaultLocale } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import {
  isUpToDate,
  readOptionPlans,
  type OptionPlan,
} from '../../storage/migration/option-plan.ts';
import { pendingLinks, typeOptions } from '../../storage/layout/quoin-tables.ts';
import { runInSession, type WriteSteps } from '../../storage/session.ts';
import { fillLocale } from '../../storage/statements/version-pairs.ts';
import type { WriteContext } from '../write-context.ts';
import { contextWithoutRules } from './context-without-rules.ts';
import { makeDrafts, type DraftCounts } from './make-drafts.ts';

/** The content model and the database of a project, and a callback for progress. */
export interface SwitchContext {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Pick<Database, 'dialect'>;
  /** Code of the default locale if the database has none. */
  readonly initialLocale: string;
  /** Called with lines about the progress of long operations. */
  readonly log: Pick<Logger, 'info'>;
}

/** The changed options of a type, and their effects. */
export interface OptionChange {
  readonly uid: string;
  readonly drafts: DraftCounts | 'kept' | null;
  /** The locale that was assigned to rows without one, and their number; or the only locale that is served. */
  readonly locales: { readonly locale: string; readonly filled: number | null } | null;
}

/** Applies the options of all types to their rows. @returns the changes */
export async function switchOptions(
  switching: SwitchContext & { readonly database: Database },
): Promise<readonly OptionChange[]> {
  const { registry, database, initialLocale } = switching;
  const planned = function* (): WriteSteps<readonly OptionPlan[]> {
    return yield* readOptionPlans(registry, yield* readDefaultLocale(initialLocale));
  };
  if ((await database.read(planned())).every(isUpToDate)) return [];
  return database.runInTransaction((session) => runInSession(session, switchSteps(switching)));
}

/** Applies the options of all types to their rows, inside of a transaction. @returns the changes */
export function* switchSteps(switching: SwitchContext): WriteSteps<readonly OptionChange[]> {
  const { registry, initialLocale } = switching;
  const plans = yield* readOptionPlans(registry, yield* readDefaultLocale(initialLocale));
  return plans.every(isUpToDate) ? [] : yield* applyPlans(switching, plans);
}

function* applyPlans(
  { registry, layout, database: { dialect }, initialLocale, log }: SwitchContext,
  plans: readonly OptionPlan[],
): WriteSteps<readonly OptionChange[]> {
  const defaultLocale = yield* readDefaultLocale(initialLocale);
  const context = contextWithoutRules({ registry, layout, dialect, defaultLocale });
  const filled = new Map<string, number>();
  for (const { type } of plans.filter(({ fillsLocales }) => fillsLocales)) {
    filled.set(type.uid, yield* fillLocales(context, type.uid));
  }
  const switched = plans
    .filter(({ makesDrafts }) => makesDrafts)
    .map(({ type, former, draftsWereDeleted }) => ({
      type,
      since: former?.draftsKeptSince ?? null,
      draftsWereDeleted,
    }));
  const made = yield* makeDrafts(context, switched, log);
  yield* writeRecords(context, plans);
  return plans.flatMap((plan) => describe(plan, { made, filled, defaultLocale }));
}

/** Assigns the default locale to rows without one and to pending links to them. */
function* fillLocales(context: WriteContext, uid: string): WriteSteps<number> {
  const { dialect, layout, statements, defaultLocale } = context;
  const { table, targetType, targetLocale } = pendingLinks;
  const waiting = yield* statements.select(table, {
    columns: ['id'],
    where: [
      { column: targetType, is: uid },
      { column: targetLocale, is: null },
    ],
  });
  yield* statements.update(
    table,
    [targetLocale],
    waiting.map(([id]) => [Number(id), defaultLocale]),
  );
  return yield* fillLocale(dialect, layout.table(uid), defaultLocale);
}

function* writeRecords(
  { statements, dialect }: WriteContext,
  plans: readonly OptionPlan[],
): WriteSteps<void> {
  const { table, uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash } = typeOptions;
  const columns = [drafts, locales, draftsKeptSince, servedLocale, strapiHash];
  const valuesOf = ({ record }: OptionPlan) => [
    dialect.store('boolean', record.drafts),
    dialect.store('boolean', record.locales),
    dialect.store('datetime', record.draftsKeptSince),
    record.servedLocale,
    record.strapiHash,
  ];
  const changed = plans.filter((plan) => !isUpToDate(plan));
  yield* statements.update(
    table,
    columns,
    changed.flatMap((plan) => (plan.former ? [[plan.former.id, ...valuesOf(plan)]] : [])),
  );
  yield* statements.insert(
    table,
    [uid, ...columns],
    changed.flatMap((plan) => (plan.former ? [] : [[plan.type.uid, ...valuesOf(plan)]])),
  );
}

interface SwitchResult {
  readonly made: ReadonlyMap<string, DraftCounts>;
  readonly filled: ReadonlyMap<string, number>;
  readonly defaultLocale: string;
}

function describe(
  { type: { uid }, former, record }: OptionPlan,
  { made, filled, defaultLocale }: SwitchResult,
): readonly OptionChange[] {
  const isKept = record.draftsKeptSince !== (former?.draftsKeptSince ?? null);
  const isAlone = record.servedLocale !== (former?.servedLocale ?? null);
  const drafts = made.get(uid) ?? (isKept && !record.drafts ? 'kept' : null);
  const count = filled.get(uid);
  const locales =
    count !== undefined
      ? { locale: defaultLocale, filled: count }
      : isAlone && record.servedLocale !== null
        ? { locale: record.servedLocale, filled: null }
        : null;
  return drafts === null && locales === null ? [] : [{ uid, drafts, locales }];
}
