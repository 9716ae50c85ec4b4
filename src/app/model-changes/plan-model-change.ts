// Plans a change of the content model without applying it: reads files and the database, writes nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentModels } from '../../model/current-models.ts';
import { ModelChangeError } from '../../model/errors.ts';
import { planFiles, writtenPath } from '../../model/files/model-files.ts';
import type { FileChange } from '../../model/files/file-change.ts';
import { changedNames, type ChangedNames } from '../../model/impact/changed-names.ts';
import { findCodeMentions } from '../../model/impact/code-mentions.ts';
import { readStoredMentions } from '../../model/impact/stored-mentions.ts';
import { readRetainedValues } from '../../model/retained-values.ts';
import type { ModelChange } from '../../model/model-changes.ts';
import { withCurrentNames } from '../../model/plan/current-names.ts';
import { suggestRenames } from '../../model/plan/suggested-renames.ts';
import { planChange } from '../../model/plan/plan.ts';
import {
  longestLock,
  rejectionOf,
  reportStep,
  type Impact,
  type PlanReport,
  type ReportedFile,
  type ReportedStep,
} from '../../model/plan/plan-report.ts';
import { countStep, preparationOf, type CountContext } from '../../model/plan/step-counts.ts';
import type { RetainedValues, Step } from '../../model/plan/steps.ts';
import type { ChangeVersions } from '../../model/plan/change-versions.ts';
import type { SourceModels } from '../../model/request/source-model.ts';
import { resolveDefinitions, type Project } from '../../project/load.ts';
import { listIssues } from '../../project/project-error.ts';
import { builtInDefinitions } from '../../schema/built-in/definitions.ts';
import { checkDefinitions } from '../../schema/check.ts';
import type { RawDefinition } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { isOwnName } from '../../storage/layout/names.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { modelOf, allDefinitions } from '../content-model.ts';
import { liveColumns } from '../database.ts';
import { projectFiles } from './project-files.ts';
import type { Store } from '../store.ts';

/** The project and database to plan a change for. */
export interface ModelPlanContext {
  readonly project: Project;
  readonly store: Store;
  /** Code of the default locale. */
  readonly locale: string;
}

/** Plans a change. @throws ModelChangeError if it would be rejected for another reason than stored values */
export async function planModelChange(
  change: ModelChange,
  { project, store, locale }: ModelPlanContext,
): Promise<PlanReport> {
  const { registry, layout } = store;
  const access = projectFiles(project.folder);
  const before = currentModels(allDefinitions(project), access);
  // These steps take long with many types or attributes, so requests are served in between.
  await nextTurn();
  const requested = change(before);
  await nextTurn();
  const files = requested.files ?? planFiles(before, requested, access);
  await nextTurn();
  const definitions = await definitionsOf(project, before, requested.models);
  await nextTurn();
  const retained = await retainedValues(store);
  const versions: ChangeVersions = {
    current: { definitions: project.definitions, registry, layout },
    requested: { definitions, ...modelOf({ definitions }) },
    renames: requested.renames,
    retained,
    setsAside: (uid, name) => requested.setsAsideValues.has(`${uid} ${name}`),
  };
  await nextTurn();
  const { steps } = planChange(versions);
  const reported = await reportSteps(steps, versions, { store, locale });
  return {
    steps: reported,
    lock: longestLock(reported),
    rejection: rejectionOf(reported),
    offeredRenames: suggestRenames(versions),
    files: files.map(toReportedFile),
    impact: await impactOf(changedNames(versions), { project, store }),
  };
}

/** Returns the values of removed attributes and models, which are restored if these are added again. */
export function retainedValues({ database, layout }: Store): Promise<readonly RetainedValues[]> {
  const { dialect } = database;
  return database.read(readRetainedValues(new RowStatements(dialect, layout), dialect));
}

/** @throws ModelChangeError if the schemas have errors */
async function definitionsOf(
  project: Project,
  before: SourceModels,
  after: SourceModels,
): Promise<readonly RawDefinition[]> {
  const known = new Map(project.definitions.map((each) => [each.uid, each]));
  const builtIn = new Set(builtInDefinitions.map(({ uid }) => uid));
  const own = [...after.values()].flatMap((model): readonly RawDefinition[] => {
    const current = known.get(model.uid);
    if (before.get(model.uid)?.json === model.json) {
      return current ? [current] : [];
    }
    if (!current && builtIn.has(model.uid) && model.origin !== 'plugin') return [];
    const { uid, modelType, origin, json } = model;
    return [
      { uid, modelType, origin, json, file: writtenPath(model, before.get(uid) === undefined) },
    ];
  });
  const resolved = await resolveDefinitions(own, project.config, {
    builtIn: builtInDefinitions,
    liveColumns,
    registered: new Map(),
  });
  const uids = new Set(own.map(({ uid }) => uid));
  const others = builtInDefinitions.filter(({ uid }) => !uids.has(uid));
  const { issues } = checkDefinitions([...others, ...resolved.definitions]);
  if (issues.length > 0) throw new ModelChangeError(listIssues(issues));
  return resolved.definitions;
}

async function reportSteps(
  steps: readonly Step[],
  { current, requested, renames }: ChangeVersions,
  { store, locale }: Pick<ModelPlanContext, 'store' | 'locale'>,
): Promise<readonly ReportedStep[]> {
  const { dialect } = store.database;
  const model = await dialect.ddl.loadModelDdl();
  const now = withCurrentNames(steps);
  const reported: ReportedStep[] = [];
  for (const [i, step] of steps.entries()) {
    const uid = 'uid' in step ? step.uid : '';
    const former = renames.models.get(uid) ?? uid;
    const isKnown = current.registry.has(former);
    const registry = isKnown ? current.registry : requested.registry;
    const hasDocuments = registry.has(isKnown ? former : uid)
      ? registry.model(isKnown ? former : uid).modelType === 'contentType'
      : false;
    const table = isKnown ? current.layout.table(former) : null;
    const context = { dialect, model, hasDocuments, locale, table };
    // Each step is a separate read, so that other requests run in between.
    const counted = isKnown ? await count(store, now[i] ?? step, context) : null;
    const rebuilds = model.renameIndex === null && movesIndex(step, current.layout);
    reported.push(reportStep(step, counted, rebuilds));
  }
  return reported;
}

/** Returns true if a step renames an index that has to be built again if the database cannot rename it. */
function movesIndex(step: Step, { tables }: Layout): boolean {
  if (step.kind !== 'move' || step.from.kind === 'rows') return false;
  const { from } = step;
  const names = new Set<string | null>(from.columns);
  const indexes = tables.find(({ name }) => name === from.table)?.indexes ?? [];
  return indexes.some(
    ({ name, columns }) =>
      from.kind === 'table' || (!isOwnName(name) && columns.some((column) => names.has(column))),
  );
}

/** A temporary function cannot be created in a transaction that only reads. */
function count({ database }: Store, step: Step, context: CountContext) {
  const prepare = preparationOf(step, context);
  if (prepare === null) return database.read(countStep(step, context));
  return database.transact(prepared(prepare, countStep(step, context)));
}

function* prepared<T>(statement: string, steps: ReadSteps<T>): ReadSteps<T> {
  yield [{ sql: statement, values: [] }];
  return yield* steps;
}

function toReportedFile({ path, before, after }: FileChange): ReportedFile {
  const action = after === null ? 'delete' : before === null ? 'create' : 'update';
  return { path, action, before, after };
}

async function impactOf(
  changed: readonly ChangedNames[],
  { project, store }: Pick<ModelPlanContext, 'project' | 'store'>,
): Promise<Impact> {
  const { database } = store;
  const stored = await database.read(readStoredMentions(database.dialect, changed));
  const uids = new Set(changed.map(({ uid }) => uid));
  const { prefix } = project.config.api.rest;
  const routes = project.routes.routes
    .filter(({ uid }) => uids.has(uid))
    .map(({ method, path, uid }) => ({ method, path: `${prefix}${path}`, uid }));
  return { ...stored, ...findCodeMentions(projectFiles(project.folder), changed), routes };
}
