// Makes a change of the content model: journal, files, project, transaction, server (docs/decisions/0028).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownIdentity } from '../base/process-identity.ts';
import { applyPlan } from '../model/apply/apply-plan.ts';
import { hasChange, logChange } from '../model/change-log.ts';
import { currentModels } from '../model/current-models.ts';
import { ModelChangeError } from '../model/errors.ts';
import type { FileChange } from '../model/files/file-change.ts';
import { keepJournal, removeJournal, writeFiles, writeJournal } from '../model/files/journal.ts';
import { planFiles } from '../model/files/model-files.ts';
import { readKept } from '../model/kept-values.ts';
import type { RequestedChange } from '../model/model-changes.ts';
import { planChange } from '../model/plan/plan.ts';
import type { ChangePlan } from '../model/plan/steps.ts';
import type { RequestedModels } from '../model/request/apply-request.ts';
import { inverseRenames } from '../model/undo.ts';
import type { Project } from '../project/load.ts';
import { listIssues, ProjectError, reasonOf } from '../project/project-error.ts';
import { LockTimeoutError, UnavailableError } from '../storage/errors.ts';
import { RowStatements } from '../storage/row-statements.ts';
import { runInSession } from '../storage/session.ts';
import { StorageError } from '../storage/storage-error.ts';
import { modelOf } from './content-model.ts';
import { allDefinitions } from './definitions.ts';
import { openProject } from './project.ts';
import { projectFiles } from './project-files.ts';
import { settleModelChange } from './settle-model-change.ts';
import type { Store } from './store.ts';

/** What is served while the change is made. */
export interface ChangeContext {
  readonly current: { readonly project: Project; readonly store: Store };
  /** Makes new requests wait. @returns a function that lets them go on */
  readonly hold: () => Promise<() => void>;
  /** Is called with the absolute paths of written files. */
  readonly onFiles: (files: readonly string[]) => void;
  /** Restores the environment in which a project is read. */
  readonly restore: () => void;
  /** Builds the server of a project and passes all further requests to it. */
  readonly serve: (project: Project) => Promise<unknown>;
  /** Is called with the key of each change that is committed. */
  readonly onCommit: (key: string) => void;
}

/**
 * Makes a change. One without effect on files changes nothing.
 * @throws ModelChangeError or UnavailableError; nothing is changed then
 */
export async function makeModelChange(
  requested: RequestedChange,
  context: ChangeContext,
): Promise<void> {
  const { project } = context.current;
  const root = project.folder;
  // The end of an earlier change may be unknown because the database was away.
  await settleModelChange(root, project.config);
  const access = projectFiles(root);
  const before = currentModels(allDefinitions(project), access);
  const models = requested.change(before);
  const files = models.files ?? planFiles(before, models, access);
  if (files.length === 0) return;
  const key = randomUUID();
  begin(root, { key, owner: ownIdentity(), files });
  const endBeats = keepJournal(root);
  const write = (state: 'before' | 'after'): void => {
    writeFiles(root, files, state);
    context.onFiles(files.map(({ path }) => join(root, path)));
  };
  let release = (): void => undefined;
  try {
    write('after');
    context.restore();
    const next = await openProject(root, { settle: async () => undefined });
    let change: CommittedChange;
    try {
      const prepared = await prepare(next, context, models);
      change = { ...requested, ...prepared, key, files, models };
      release = await commit(context, next, change);
    } catch (error) {
      await next.code?.close();
      project.code?.activate();
      throw error;
    }
    await serveOrUndo(next, context, change);
  } catch (error) {
    // Without an answer of the database, the journal stays for the next change or start.
    if (error instanceof UnknownOutcomeError) throw error;
    write('before');
    removeJournal(root);
    throw asRefusal(error);
  } finally {
    endBeats();
    release();
  }
  removeJournal(root);
}

/** The connection was lost during the commit, and the database does not come back. */
class UnknownOutcomeError extends UnavailableError {}

/** @throws ModelChangeError if the new model cannot be served; the database has the former one again then */
async function serveOrUndo(
  next: Project,
  context: ChangeContext,
  change: CommittedChange,
): Promise<void> {
  try {
    await context.serve(next);
  } catch (error) {
    const { store, project } = context.current;
    const { current, wanted } = change.versions;
    const statements = new RowStatements(store.database.dialect, current.layout);
    const kept = await store.database.read(readKept(statements, store.database.dialect));
    const renames = inverseRenames(change.models.renames);
    const versions = { current: wanted, wanted: current };
    const plan = planChange({ ...versions, renames, kept, keepMisfits: () => false });
    const files = change.files.map(({ path, before, after }) => ({
      path,
      before: after,
      after: before,
    }));
    const models = { ...change.models, renames };
    const back = { ...change, plan, versions, files, models, key: randomUUID() };
    const release = await commit(context, project, { ...back, undoes: change.key });
    release();
    throw new ModelChangeError(
      `The server cannot be built with the changed model (${reasonOf(error)}), so the change was taken back.`,
    );
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

/** How often, and after which pause in milliseconds, a change is tried while others use its tables. */
const TRIES = 20;
const PAUSE = 250;

/**
 * Commits a change. Readers wait for a lock that waits: it gives up soon, lets them pass, and tries again.
 * @returns a function that lets requests go on, which the former model cannot answer
 */
async function commit(
  { current: { store }, hold, onCommit }: ChangeContext,
  next: Project,
  change: CommittedChange,
): Promise<() => void> {
  for (let tries = 1; ; tries++) {
    const release = isDisruptive(change.plan) ? await hold() : () => undefined;
    try {
      await commitOnce(store, next, change);
      onCommit(change.key);
      return release;
    } catch (error) {
      const isAway = error instanceof UnavailableError && !(error instanceof LockTimeoutError);
      if (isAway && (await isCommitted(store, change.key))) {
        onCommit(change.key);
        return release;
      }
      release();
      if (!(error instanceof LockTimeoutError)) throw error;
      if (tries === TRIES) throw tablesInUse(error);
      await sleep(PAUSE);
    }
  }
}

function tablesInUse(cause: unknown): UnavailableError {
  const message =
    'The tables of the change are in use by long reads or another program. Nothing was changed. Try again later.';
  return new UnavailableError({ cause, message });
}

/** How often the database is asked for the outcome of a commit. */
const QUESTIONS = 10;

/** @throws UnknownOutcomeError if the database does not answer */
async function isCommitted({ database }: Store, key: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.read(hasChange(database.dialect, key));
    } catch (cause) {
      const message =
        'The database was lost during the change. The change is finished or taken back as soon as it is available.';
      if (tries === QUESTIONS) throw new UnknownOutcomeError({ cause, message });
      await sleep(PAUSE);
    }
  }
}

async function commitOnce(
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
