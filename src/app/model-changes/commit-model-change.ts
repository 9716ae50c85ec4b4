// Commits a change of the content model: the transaction that converts the tables and records the change.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { applyPlan } from '../../model/apply/apply-plan.ts';
import type { StagedConversions } from '../../model/apply/stage-conversions.ts';
import { hasChange, lockChanges, logChange, readLastChange } from '../../model/change-log.ts';
import type { FileChange } from '../../model/files/file-change.ts';
import type { RequestedChange } from '../../model/model-changes.ts';
import type { ChangeVersions } from '../../model/plan/change-versions.ts';
import { isDisruptive } from '../../model/plan/describe-step.ts';
import type { ChangePlan } from '../../model/plan/steps.ts';
import type { RequestedModels } from '../../model/request/apply-request.ts';
import type { PausedRequests } from '../../model/sibling-processes.ts';
import type { Project } from '../../project/load.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { UnavailableError, isUnavailable } from '../../storage/errors.ts';
import { LOCK_PAUSE, LOCK_TRIES } from '../../storage/model-changes/lock-wait.ts';
import { runInSession, type Session } from '../../storage/session.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import type { Store } from '../store.ts';

/** The project and database that are served during the change. */
export interface ChangeContext {
  readonly current: { readonly project: Project; readonly store: Store };
  /** Pauses new requests. A second call may pause more of them. @returns a function that resumes all */
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

/** The steps of a change, and the models before and after it. */
export interface PreparedChange {
  readonly plan: ChangePlan;
  readonly versions: Pick<ChangeVersions, 'current' | 'requested'>;
}

/** A change that can be committed. */
export interface CommittedChange extends PreparedChange, RequestedChange {
  readonly key: string;
  /** Key of the change before it, or null. */
  readonly last: string | null;
  readonly files: readonly FileChange[];
  readonly models: RequestedModels;
  readonly staged: StagedConversions;
}

/**
 * If a change has more steps, writes are paused before it begins, because the write queue would reject writes that wait
 * for its transaction.
 */
const MAX_SHORT_STEPS = 20;

/**
 * Commits a change. Readers queue behind a waiting lock request, so it times out soon, lets them pass, and is repeated.
 * @returns a function that resumes the requests that the former model cannot serve
 * @throws UnavailableError, ConflictError
 */
export async function commitModelChange(
  { current: { store }, pause, onCommit }: ChangeContext,
  next: Project,
  change: CommittedChange,
): Promise<() => void> {
  const { isReadableMeanwhile } = await store.database.dialect.ddl.loadModelDdl();
  const isDisruptiveChange = change.plan.steps.some(isDisruptive);
  const isLong = isReadableMeanwhile && change.plan.steps.length > MAX_SHORT_STEPS;
  for (let tries = 1; ; tries++) {
    let resume =
      isDisruptiveChange || isLong
        ? await pause(isReadableMeanwhile ? 'writes' : 'all')
        : () => undefined;
    const pauseAll = async (): Promise<void> => {
      if (isDisruptiveChange && isReadableMeanwhile) resume = await pause('all');
    };
    try {
      await commitOnce(store, next, { ...change, tries, pauseAll });
      onCommit(change.key);
      return resume;
    } catch (error) {
      const isLocked = isUnavailable(error, 'lockTimeout');
      if (isUnavailable(error) && !isLocked && (await isCommitted(store, change.key))) {
        onCommit(change.key);
        return resume;
      }
      resume();
      if (!isLocked) throw error;
      if (tries === LOCK_TRIES) throw tablesInUse(error);
      await sleep(LOCK_PAUSE);
    }
  }
}

function tablesInUse(cause: unknown): UnavailableError {
  const message =
    'The tables to be changed are in use by long reads or another program. Nothing was changed. Try again later.';
  return new UnavailableError('lockTimeout', { cause, message });
}

/** How often, and after which pause in milliseconds, the database is queried for the outcome of a commit. */
const OUTCOME_TRIES = 10;
const OUTCOME_PAUSE = 250;

/** @throws UnavailableError (unknownOutcome) if the database does not respond */
async function isCommitted({ database }: Store, key: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.read(hasChange(database.dialect, key));
    } catch (cause) {
      if (tries === OUTCOME_TRIES) throw new UnavailableError('unknownOutcome', { cause });
      await sleep(OUTCOME_PAUSE);
    }
  }
}

interface Attempt extends CommittedChange {
  /** From 1. */
  readonly tries: number;
  /** Is called before the commit. */
  readonly pauseAll: () => Promise<void>;
}

async function commitOnce(
  { database }: Store,
  next: Project,
  { plan, versions, last, staged, tries, pauseAll, ...change }: Attempt,
): Promise<void> {
  const { dialect } = database;
  const { initialLocale } = next.config.i18n;
  const { key, files, adminId, undoes } = change;
  const { steps } = plan;
  const { renames } = change.models;
  await database.runInTransaction(async (session) => {
    await assertLastChange(session, dialect, last);
    await applyPlan(session, dialect, { plan, ...versions, initialLocale, staged, tries });
    const statements = new RowStatements(dialect, versions.requested.layout);
    const entry = { key, adminId, steps, renames, files, undoes };
    await runInSession(session, logChange(statements, dialect, entry));
    await pauseAll();
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
