// Applies a change of the content model: journal, files, project, transaction, server (docs/decisions/0028).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, InsufficientStorageError, isOutOfSpace } from '../../base/errors.ts';
import { currentIdentity } from '../../base/process-identity.ts';
import { stageConversions, unstageConversions } from '../../model/apply/stage-conversions.ts';
import { readLastChange } from '../../model/change-log.ts';
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
import type { RequestedChange } from '../../model/model-changes.ts';
import { planChange } from '../../model/plan/plan.ts';
import type { RequestedModels } from '../../model/request/apply-request.ts';
import { readRetainedValues } from '../../model/retained-values.ts';
import { inverseRenames } from '../../model/undo.ts';
import type { Project } from '../../project/load.ts';
import { listIssues, ProjectError, reasonOf } from '../../project/project-error.ts';
import { isUnavailable, isStorageError } from '../../storage/errors.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { modelOf, allDefinitions } from '../content-model.ts';
import { openProject } from '../project.ts';
import {
  commitModelChange,
  type ChangeContext,
  type CommittedChange,
  type PreparedChange,
} from './commit-model-change.ts';
import { projectFiles } from './project-files.ts';
import { recoverModelChange } from './recover-model-change.ts';
import type { Store } from '../store.ts';

/** How many files are written before requests are served: each of them has to be on disk. */
const FILES_PER_TURN = 32;

/**
 * Makes a change. One without effect on files changes nothing.
 * @throws ModelChangeError, UnavailableError or InsufficientStorageError; nothing is changed then
 */
export async function makeModelChange(
  requested: RequestedChange,
  context: ChangeContext,
): Promise<void> {
  const { project, store } = context.current;
  const root = project.folder;
  // The outcome of an earlier change may be unknown because the database was unavailable.
  await recoverModelChange(root, project.config);
  const last = await store.database.read(readLastChange());
  const access = projectFiles(root);
  const before = currentModels(allDefinitions(project), access);
  const models = requested.change(before);
  const files = models.files ?? planFiles(before, models, access);
  if (files.length === 0) return;
  const planned: PlannedChange = { ...requested, key: randomUUID(), last, files, models };
  await withWrittenFiles(context, planned, async () => {
    const next = await openNext(context);
    const { change, resume } = await commitNext(next, context, planned);
    try {
      await serveOrUndo(next, context, change);
    } finally {
      resume();
    }
  });
}

/** A change whose files are known. */
type PlannedChange = RequestedChange & Pick<CommittedChange, 'key' | 'last' | 'files' | 'models'>;

/** Writes the files of a change around work, and the former ones again if it fails. @throws as `makeModelChange` */
async function withWrittenFiles(
  context: ChangeContext,
  { key, files }: PlannedChange,
  work: () => Promise<void>,
): Promise<void> {
  const root = context.current.project.folder;
  beginJournal(root, { key, owner: currentIdentity(), files });
  const stopHeartbeat = keepJournal(root);
  try {
    await writeAll(context, files, 'after');
    await work();
  } catch (error) {
    // If the database does not respond, the journal is kept for the next change or start.
    if (isUnavailable(error, 'unknownOutcome')) throw error;
    // It is also kept if the former files cannot be written.
    await writeAll(context, files, 'before').catch((failed: unknown) => {
      throw toModelChangeError(failed);
    });
    removeJournal(root);
    throw toModelChangeError(error);
  } finally {
    stopHeartbeat();
  }
  removeJournal(root);
}

async function writeAll(
  { current, onFiles }: ChangeContext,
  files: readonly FileChange[],
  state: 'before' | 'after',
): Promise<void> {
  const root = current.project.folder;
  for (let i = 0; i < files.length; i += FILES_PER_TURN) {
    const batch = files.slice(i, i + FILES_PER_TURN);
    writeFiles(root, batch, state);
    // Before anything else runs: the watcher of `quoin dev` would see edits.
    onFiles(batch.map(({ path }) => join(root, path)));
    await nextTurn();
  }
}

/** Reads the changed project. If it fails, the code of the current project is active again. @throws ProjectError */
async function openNext({ current, restore }: ChangeContext): Promise<Project> {
  const { folder, code } = current.project;
  restore();
  try {
    const next = await openProject(folder, {
      prepareFolder: async (root) => ({ root, warnings: [] }),
    });
    await nextTurn();
    return next;
  } catch (error) {
    code?.activate();
    throw error;
  }
}

/**
 * Plans and commits a change. If it fails, the code of the former project is active again.
 * @returns the change, and a function that resumes the requests that the former model cannot serve
 */
async function commitNext(
  next: Project,
  context: ChangeContext,
  planned: PlannedChange,
): Promise<{ readonly change: CommittedChange; readonly resume: () => void }> {
  const { project, store } = context.current;
  const { database } = store;
  const { key } = planned;
  try {
    const prepared = await prepare(next, context, planned.models);
    const { plan, versions } = prepared;
    const staged = await stageConversions(database, { plan, current: versions.current, key });
    const change = { ...planned, ...prepared, staged };
    try {
      return { change, resume: await commitModelChange(context, next, change) };
    } catch (error) {
      if (staged.size > 0 && !isUnavailable(error, 'unknownOutcome')) {
        await unstageConversions(database, key);
      }
      throw error;
    }
  } catch (error) {
    await next.code?.close();
    project.code?.activate();
    throw error;
  }
}

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
    const plan = planChange({ ...versions, renames, retained, setsAside: () => false });
    const files = change.files.map(({ path, before, after }) => ({
      path,
      before: after,
      after: before,
    }));
    const models = { ...change.models, renames };
    const staged = new Map<never, never>();
    const made = { key: randomUUID(), last: change.key, undoes: change.key };
    const back = { ...change, plan, versions, files, models, staged, ...made };
    const resume = await commitModelChange(context, project, back);
    resume();
    throw new ModelChangeError(
      `The server cannot be built with the changed model (${reasonOf(error)}), so the change was rolled back.`,
      { cause: error },
    );
  }
}

/** @throws ModelChangeError if the project cannot be written */
function beginJournal(root: string, journal: Parameters<typeof writeJournal>[1]): void {
  try {
    writeJournal(root, journal);
  } catch (error) {
    removeUnfinishedJournal(root);
    if (isOutOfSpace(error)) throw new InsufficientStorageError({ cause: error });
    const message = `The project folder cannot be written (${reasonOf(error)}).`;
    throw new ModelChangeError(message, { cause: error });
  }
}

async function prepare(
  next: Project,
  { current: { project, store } }: ChangeContext,
  { renames, setsAsideValues }: RequestedModels,
): Promise<PreparedChange> {
  const { database, registry, layout } = store;
  const statements = new RowStatements(database.dialect, layout);
  const retained = await database.read(readRetainedValues(statements, database.dialect));
  const versions = {
    current: { definitions: project.definitions, registry, layout },
    requested: { definitions: next.definitions, ...modelOf(next) },
  };
  const setsAside = (uid: string, name: string): boolean => setsAsideValues.has(`${uid} ${name}`);
  return { versions, plan: planChange({ ...versions, renames, retained, setsAside }) };
}

function toModelChangeError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isOutOfSpace(error)) return new InsufficientStorageError({ cause: error });
  if (error instanceof ProjectError)
    return new ModelChangeError(listIssues(error.issues), { cause: error });
  if (isStorageError(error, 'incompatible'))
    return new ModelChangeError(error.message, { cause: error });
  return error;
}

/** Makes a change of a project that this process does not serve. @throws as `makeModelChange` */
export async function changeClosedModel(
  requested: RequestedChange,
  current: { readonly project: Project; readonly store: Store },
): Promise<void> {
  await makeModelChange(requested, {
    current,
    pause: async () => () => undefined,
    onFiles: () => undefined,
    restore: () => undefined,
    serve: async (project) => project.code?.close(),
    onCommit: () => undefined,
  });
}
