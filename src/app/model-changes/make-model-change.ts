// Applies a change of the content model: journal, files, project, transaction, server (docs/decisions/0028).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError, InsufficientStorageError, isOutOfSpace } from '../../base/errors.ts';
import { currentIdentity } from '../../base/process-identity.ts';
import { applyPlan } from '../../model/apply/apply-plan.ts';
import {
  stageConversions,
  unstageConversions,
  type StagedConversions,
} from '../../model/apply/stage-conversions.ts';
import { hasChange, lockChanges, logChange, readLastChange } from '../../model/change-log.ts';
import { currentModels } from '../../model/current-models.ts';
import { ModelChangeError } from '../../model/errors.ts';
import type { FileChange } from '../../model/files/file-change.ts';
import {
  keepJournal,
  removeJournal,
  removeUnfinishedJournal,
  writeFiles,
  writeJournal,
} from '../../model/files/journal.ts';
import { planFiles } from '../../model/files/model-files.ts';
import { readRetainedValues } from '../../model/retained-values.ts';
import type { RequestedChange } from '../../model/model-changes.ts';
import type { PausedRequests } from '../../model/sibling-processes.ts';
import { isDisruptive } from '../../model/plan/describe-step.ts';
import { planChange } from '../../model/plan/plan.ts';
import type { ChangePlan } from '../../model/plan/steps.ts';
import type { RequestedModels } from '../../model/request/apply-request.ts';
import { inverseRenames } from '../../model/undo.ts';
import type { Project } from '../../project/load.ts';
import { listIssues, ProjectError, reasonOf } from '../../project/project-error.ts';
import { LockTimeoutError, UnavailableError } from '../../storage/errors.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { runInSession, type Session } from '../../storage/session.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { StorageError } from '../../storage/migration/storage-error.ts';
import { LOCK_PAUSE, LOCK_TRIES } from '../../storage/model-changes/lock-wait.ts';
import { modelOf } from '../content-model.ts';
import { allDefinitions } from '../definitions.ts';
import { openProject } from '../project.ts';
import { projectFiles } from './project-files.ts';
import { recoverModelChange } from './recover-model-change.ts';
import type { Store } from '../store.ts';

/** The project and database that are served during the change. */
export interface ChangeContext {
  readonly current: { readonly project: Project; readonly store: Store };
  /** Makes new requests wait. A second call may hold more of them. @returns a function that lets all go on */
  readonly pause: (requests: PausedRequests) => Promise<() => void>;
  /** Is called with the absolute paths of written files. */
  readonly onFiles: (files: readonly string[]) => void;
  /** Restores the environment in which a project is read. */
  readonly restore: () => void;
  /** Builds the server of a project and passes all further requests to it. */
  readonly serve: (project: Project) => Promise<unknown>;
  /** Is called with the key of each change that is committed. */
  readonly onCommit: (key: string) => void;
}

/** How many files are written before requests are served: each of them has to be on disk. */
const FILES = 32;

/**
 * Makes a change. One without effect on files changes nothing.
 * @throws ModelChangeError, UnavailableError or InsufficientStorageError; nothing is changed then
 */
export async function makeModelChange(
  requested: RequestedChange,
  context: ChangeContext,
): Promise<void> {
  const { project } = context.current;
  const root = project.folder;
  // The outcome of an earlier change may be unknown because the database was unavailable.
  await recoverModelChange(root, project.config);
  const last = await context.current.store.database.read(readLastChange());
  const access = projectFiles(root);
  const before = currentModels(allDefinitions(project), access);
  const models = requested.change(before);
  const files = models.files ?? planFiles(before, models, access);
  if (files.length === 0) return;
  const key = randomUUID();
  begin(root, { key, owner: currentIdentity(), files });
  const endBeats = keepJournal(root);
  const write = async (state: 'before' | 'after'): Promise<void> => {
    for (let i = 0; i < files.length; i += FILES) {
      const batch = files.slice(i, i + FILES);
      writeFiles(root, batch, state);
      // Before anything else runs: the watcher of `quoin dev` would see edits.
      context.onFiles(batch.map(({ path }) => join(root, path)));
      await nextTurn();
    }
  };
  let release = (): void => undefined;
  try {
    await write('after');
    context.restore();
    const next = await openProject(root, {
      prepareFolder: async (folder) => ({ root: folder, warnings: [] }),
    });
    await nextTurn();
    let change: CommittedChange;
    try {
      const prepared = await prepare(next, context, models);
      const { database } = context.current.store;
      const { plan, versions } = prepared;
      const staged = await stageConversions(database, { plan, current: versions.current, key });
      change = { ...requested, ...prepared, key, last, files, models, staged };
      try {
        release = await commit(context, next, change);
      } catch (error) {
        if (staged.size > 0 && !(error instanceof UnknownOutcomeError)) {
          await unstageConversions(database, key);
        }
        throw error;
      }
    } catch (error) {
      await next.code?.close();
      project.code?.activate();
      throw error;
    }
    await serveOrUndo(next, context, change);
  } catch (error) {
    // Without an answer of the database, the journal stays for the next change or start.
    if (error instanceof UnknownOutcomeError) throw error;
    // So it does if the former files cannot be written.
    await write('before').catch((failed: unknown) => {
      throw toModelChangeError(failed);
    });
    removeJournal(root);
    throw toModelChangeError(error);
  } finally {
    endBeats();
    release();
  }
  removeJournal(root);
}

/** The connection was lost during the commit, and the database is still unavailable. */
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
    const { current, requested } = change.versions;
    const statements = new RowStatements(store.database.dialect, current.layout);
    const retained = await store.database.read(
      readRetainedValues(statements, store.database.dialect),
    );
    const renames = inverseRenames(change.models.renames);
    const versions = { current: requested, requested: current };
    const plan = planChange({ ...versions, renames, retained, keepMisfits: () => false });
    const files = change.files.map(({ path, before, after }) => ({
      path,
      before: after,
      after: before,
    }));
    const models = { ...change.models, renames };
    const staged = new Map<never, never>();
    const made = { key: randomUUID(), last: change.key, undoes: change.key };
    const back = { ...change, plan, versions, files, models, staged, ...made };
    const release = await commit(context, project, back);
    release();
    throw new ModelChangeError(
      `The server cannot be built with the changed model (${reasonOf(error)}), so the change was rolled back.`,
      { cause: error },
    );
  }
}

/** @throws ModelChangeError if the project cannot be written */
function begin(root: string, journal: Parameters<typeof writeJournal>[1]): void {
  try {
    writeJournal(root, journal);
  } catch (error) {
    removeUnfinishedJournal(root);
    if (isOutOfSpace(error)) throw new InsufficientStorageError({ cause: error });
    const message = `The folder of the project cannot be written (${reasonOf(error)}).`;
    throw new ModelChangeError(message, { cause: error });
  }
}

interface Prepared {
  readonly plan: ChangePlan;
  readonly versions: Pick<Parameters<typeof planChange>[0], 'current' | 'requested'>;
}

async function prepare(
  next: Project,
  { current: { project, store } }: ChangeContext,
  { renames, keepsMisfits }: RequestedModels,
): Promise<Prepared> {
  const { database, registry, layout } = store;
  const statements = new RowStatements(database.dialect, layout);
  const retained = await database.read(readRetainedValues(statements, database.dialect));
  const versions = {
    current: { definitions: project.definitions, registry, layout },
    requested: { definitions: next.definitions, ...modelOf(next) },
  };
  const keepMisfits = (uid: string, name: string): boolean => keepsMisfits.has(`${uid} ${name}`);
  return { versions, plan: planChange({ ...versions, renames, retained, keepMisfits }) };
}

interface CommittedChange extends Prepared, RequestedChange {
  readonly key: string;
  /** Key of the change before it, or null. */
  readonly last: string | null;
  readonly files: readonly FileChange[];
  readonly models: RequestedModels;
  readonly staged: StagedConversions;
}

/**
 * With more steps than these, requests that write wait for the change before it begins where they would wait for its
 * transaction: the queue for writes would reject them.
 */
const MAX_SHORT_STEPS = 20;

/**
 * Commits a change. Readers queue behind a waiting lock request, so it times out soon, lets them pass, and is repeated.
 * @returns a function that lets requests go on, which the former model cannot answer
 */
async function commit(
  { current: { store }, pause, onCommit }: ChangeContext,
  next: Project,
  change: CommittedChange,
): Promise<() => void> {
  const { isReadableMeanwhile } = await store.database.dialect.ddl.loadModelDdl();
  const isDisruptiveChange = change.plan.steps.some(isDisruptive);
  const isLong = isReadableMeanwhile && change.plan.steps.length > MAX_SHORT_STEPS;
  for (let tries = 1; ; tries++) {
    let release =
      isDisruptiveChange || isLong
        ? await pause(isReadableMeanwhile ? 'writes' : 'all')
        : () => undefined;
    const holdAll = async (): Promise<void> => {
      if (isDisruptiveChange && isReadableMeanwhile) release = await pause('all');
    };
    try {
      await commitOnce(store, next, { ...change, tries, holdAll });
      onCommit(change.key);
      return release;
    } catch (error) {
      const isUnavailable =
        error instanceof UnavailableError && !(error instanceof LockTimeoutError);
      if (isUnavailable && (await isCommitted(store, change.key))) {
        onCommit(change.key);
        return release;
      }
      release();
      if (!(error instanceof LockTimeoutError)) throw error;
      if (tries === LOCK_TRIES) throw tablesInUse(error);
      await sleep(LOCK_PAUSE);
    }
  }
}

function tablesInUse(cause: unknown): UnavailableError {
  const message =
    'The tables of the change are in use by long reads or another program. Nothing was changed. Try again later.';
  return new UnavailableError({ cause, message });
}

/** How often, and after which pause in milliseconds, the database is queried for the outcome of a commit. */
const QUESTIONS = 10;
const PAUSE = 250;

/** @throws UnknownOutcomeError if the database does not answer */
async function isCommitted({ database }: Store, key: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.read(hasChange(database.dialect, key));
    } catch (cause) {
      const message =
        'The database was lost during the change. The change is completed or rolled back as soon as it is available.';
      if (tries === QUESTIONS) throw new UnknownOutcomeError({ cause, message });
      await sleep(PAUSE);
    }
  }
}

interface Attempt extends CommittedChange {
  /** From 1. */
  readonly tries: number;
  /** Is called before the commit. */
  readonly holdAll: () => Promise<void>;
}

async function commitOnce(
  { database }: Store,
  next: Project,
  { plan, versions, last, staged, tries, holdAll, ...change }: Attempt,
): Promise<void> {
  const { dialect } = database;
  const { initialLocale } = next.config.i18n;
  const { key, files, adminId, undoes } = change;
  const { steps } = plan;
  const { renames } = change.models;
  await database.write(async (session) => {
    await assertLastChange(session, dialect, last);
    await applyPlan(session, dialect, { plan, ...versions, initialLocale, staged, tries });
    const statements = new RowStatements(dialect, versions.requested.layout);
    const entry = { key, adminId, steps, renames, files, undoes };
    await runInSession(session, logChange(statements, dialect, entry));
    await holdAll();
  });
}

/** Two nodes may plan changes of the same model at the same time. @throws ConflictError for the second one */
async function assertLastChange(
  session: Session,
  dialect: Dialect,
  last: string | null,
): Promise<void> {
  await lockChanges(session, dialect);
  if ((await runInSession(session, readLastChange())) === last) return;
  const message =
    'Another process has changed the content model in the meantime. Read it again and repeat the change.';
  throw new AppError('ConflictError', message);
}

function toModelChangeError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isOutOfSpace(error)) return new InsufficientStorageError({ cause: error });
  if (error instanceof ProjectError)
    return new ModelChangeError(listIssues(error.issues), { cause: error });
  if (error instanceof StorageError) return new ModelChangeError(error.message, { cause: error });
  return error;
}
