// `quoin start`: serves a project, in one process or several.
import type { HostedModelChanges } from '../app/model-changes/hosted-model-changes.ts';
import type { OpenOptions } from '../app/database.ts';
import type { LiveApp, LiveOptions, OpenedProject } from '../app/live-app.ts';
import type { SiblingProcesses } from '../model/sibling-processes.ts';
import { prepareServedFolder } from '../app/project.ts';
import { assertProject } from './assert-project.ts';
import { commandName } from './usage.ts';
import { openApp, serve, type ListenAddress } from './serve.ts';
import { openCommitLog, isFirst, isWorker, otherWorkers, runWorkers } from './workers/workers.ts';

/** Options of `quoin start`. */
export interface StartOptions extends ListenAddress {
  /**
   * Number of worker processes, each with one core. 1 or absent: a single process; without the option it uses all
   * cores.
   */
  readonly workers?: number;
}

/**
 * Serves the project of a folder until the process receives a signal.
 * @throws CommandError if there is no project or it cannot listen
 */
export async function start(
  folder: string,
  { workers: workerCount, ...listenAddress }: StartOptions,
): Promise<void> {
  assertProject(folder);
  if (workerCount !== undefined && workerCount > 1 && !isWorker()) {
    await runWorkers(workerCount);
    return;
  }
  const began = performance.now();
  const count = workerCount ?? 1;
  const quiet = isWorker() && !isFirst();
  const commitLog = isWorker() ? () => openCommitLog(count) : null;
  const workers = isWorker() ? otherWorkers(count) : null;
  const onOneCore = workerCount !== undefined;
  const variables = { ...process.env };
  const changes = await createChanges();
  const prepareFolder = prepareServedFolder;
  const closeInTurn = isWorker() ? await loadCloseInTurn() : null;
  const options = { listenAddress, quiet, onOneCore, workers, changes, prepareFolder };
  const opened = await openApp(folder, { ...options, commitLog, closeInTurn });
  const { project } = opened;
  if (isWorker() && project.code !== null) {
    const { sendHeartbeats } = await import('./workers/blocked-workers.ts');
    sendHeartbeats(project.config.quoin.code.blockTimeout);
  }
  const isLive = project.config.quoin.schema.live;
  const app = isLive ? await openLive(opened, { variables, changes, workers }) : opened.app;
  const command = `${commandName()} start`;
  const afterFirstSchema = 'and restart.';
  await serve(app, { project, listenAddress, began, command, afterFirstSchema, quiet });
}

/** The relay between socket and server is loaded only if the server can change. */
async function openLive(opened: OpenedProject, options: LiveOptions): Promise<LiveApp> {
  const { LiveApp: Live } = await import('../app/live-app.ts');
  options.changes.isAllowed = true;
  return Live.open(opened, { ...options, ...(isWorker() && { siblings: await createSiblings() }) });
}

async function createChanges(): Promise<HostedModelChanges> {
  const { HostedModelChanges: Changes } =
    await import('../app/model-changes/hosted-model-changes.ts');
  return new Changes(false);
}

async function loadCloseInTurn(): Promise<NonNullable<OpenOptions['closeInTurn']>> {
  const { closeInTurn } = await import('./workers/closing-turn.ts');
  return closeInTurn;
}

async function createSiblings(): Promise<SiblingProcesses> {
  const { SiblingWorkers: Siblings } = await import('./workers/sibling-workers.ts');
  return new Siblings();
}
