// Makes a change of the content model: journal, files, project, transaction, server (docs/decisions/0028).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Relay } from '../http/connections/relay.ts';
import { applyPlan } from '../model/apply/apply-plan.ts';
import { logChange } from '../model/change-log.ts';
import { currentModels } from '../model/current-models.ts';
import { ModelChangeError } from '../model/errors.ts';
import type { FileChange } from '../model/files/file-change.ts';
import { removeJournal, writeFiles, writeJournal } from '../model/files/journal.ts';
import { planFiles } from '../model/files/model-files.ts';
import { readKept } from '../model/kept-values.ts';
import type { RequestedChange } from '../model/model-changes.ts';
import { planChange } from '../model/plan/plan.ts';
import type { ChangePlan } from '../model/plan/steps.ts';
import type { RequestedModels } from '../model/request/apply-request.ts';
import type { Project } from '../project/load.ts';
import { listIssues, ProjectError, reasonOf } from '../project/project-error.ts';
import { RowStatements } from '../storage/row-statements.ts';
import { runInSession } from '../storage/session.ts';
import { StorageError } from '../storage/storage-error.ts';
import { modelOf } from './content-model.ts';
import { allDefinitions } from './definitions.ts';
import { openProject } from './project.ts';
import { projectFiles } from './project-files.ts';
import type { Store } from './store.ts';

/** What is served while the change is made. */
export interface ChangeContext {
  readonly current: { readonly project: Project; readonly store: Store };
  readonly relay: Relay;
  /** Is called with the absolute paths of written files. */
  readonly onFiles: (files: readonly string[]) => void;
  /** Restores the environment in which a project is read. */
  readonly restore: () => void;
  /** Builds the server of a project and passes all further requests to it. */
  readonly serve: (project: Project) => Promise<unknown>;
}

/** Makes a change. @throws ModelChangeError; nothing is changed then */
export async function makeModelChange(
  requested: RequestedChange,
  context: ChangeContext,
): Promise<void> {
  const { project, store } = context.current;
  const root = project.folder;
  const access = projectFiles(root);
  const before = currentModels(allDefinitions(project), access);
  const models = requested.change(before);
  const files = models.files ?? planFiles(before, models, access);
  if (files.length === 0) return;
  const key = randomUUID();
  begin(root, { key, pid: process.pid, files });
  const write = (state: 'before' | 'after'): void => {
    writeFiles(root, files, state);
    context.onFiles(files.map(({ path }) => join(root, path)));
  };
  let next: Project | null = null;
  let release = (): void => undefined;
  try {
    write('after');
    context.restore();
    next = await openProject(root, { settle: async () => undefined });
    const prepared = await prepare(next, context, models);
    if (isDisruptive(prepared.plan)) release = await context.relay.hold();
    const change = { ...requested, ...prepared, key, files, models };
    await commit(store, next, change);
  } catch (error) {
    await next?.code?.close();
    project.code?.activate();
    write('before');
    removeJournal(root);
    release();
    throw asRefusal(error);
  }
  try {
    await context.serve(next);
    removeJournal(root);
  } finally {
    release();
  }
}

/** @throws ModelChangeError if the project cannot be written */
function begin(root: string, journal: Parameters<typeof writeJournal>[1]): void {
  try {
    writeJournal(root, journal);
  } catch (error) {
    const message = `The folder of the project cannot be written (${reasonOf(error)}).`;
    throw new ModelChangeError(message);
  }
}

interface Prepared {
  readonly plan: ChangePlan;
  readonly versions: Pick<Parameters<typeof planChange>[0], 'current' | 'wanted'>;
}

async function prepare(
  next: Project,
  { current: { project, store } }: ChangeContext,
  { renames, keepsMisfits }: RequestedModels,
): Promise<Prepared> {
  const { database, registry, layout } = store;
  const statements = new RowStatements(database.dialect, layout);
  const kept = await database.read(readKept(statements, database.dialect));
  const versions = {
    current: { definitions: project.definitions, registry, layout },
    wanted: { definitions: next.definitions, ...modelOf(next) },
  };
  const keepMisfits = (uid: string, name: string): boolean => keepsMisfits.has(`${uid} ${name}`);
  return { versions, plan: planChange({ ...versions, renames, kept, keepMisfits }) };
}

interface CommittedChange extends Prepared, RequestedChange {
  readonly key: string;
  readonly files: readonly FileChange[];
  readonly models: RequestedModels;
}

async function commit(
  { database }: Store,
  next: Project,
  { plan, versions, key, files, adminId, undoes, models }: CommittedChange,
): Promise<void> {
  const { dialect } = database;
  const { initialLocale } = next.config.i18n;
  const { steps } = plan;
  const { renames } = models;
  await database.write(async (session) => {
    await applyPlan(session, dialect, { plan, ...versions, initialLocale });
    const statements = new RowStatements(dialect, versions.wanted.layout);
    const entry = { key, adminId, steps, renames, files, undoes };
    await runInSession(session, logChange(statements, dialect, entry));
  });
}

/** Steps that the previous model cannot be served with. Requests wait until the new one is served. */
function isDisruptive({ steps }: ChangePlan): boolean {
  const harmless = ['createTable', 'addAttribute', 'keepAttribute', 'keepModel', 'tighten'];
  return steps.some(({ kind }) => !harmless.includes(kind));
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ProjectError) return new ModelChangeError(listIssues(error.issues));
  if (error instanceof StorageError) return new ModelChangeError(error.message);
  return error;
}
