// In charge of `quoin start`: serves a project as it is when the command is given, in one process or in several.
import { assertProject } from './assert-project.ts';
import { commandName } from './command-name.ts';
import { openApp, serve, type Place } from './serve.ts';
import { boardOf, isFirst, isWorker, peersOf, runWorkers } from './workers.ts';

/** What `quoin start` may be told. */
export interface StartOptions extends Place {
  /** How many processes serve, each on one core; 1: this one. Absent: this one, on all cores. */
  readonly workers?: number;
}

/**
 * Serves the project of a folder until the process receives a signal.
 * @throws CommandError when there is no project, or it cannot listen
 */
export async function start(folder: string, { workers, ...wanted }: StartOptions): Promise<void> {
  assertProject(folder);
  if (workers !== undefined && workers > 1 && !isWorker()) {
    await runWorkers(workers);
    return;
  }
  const began = performance.now();
  const count = workers ?? 1;
  const quiet = isWorker() && !isFirst();
  const board = isWorker() ? () => boardOf(count) : null;
  const peers = isWorker() ? peersOf(count) : null;
  const onOneCore = workers !== undefined;
  const { project, app } = await openApp(folder, { wanted, quiet, onOneCore, board, peers });
  const command = `${commandName()} start`;
  const afterFirstSchema = 'and restart.';
  await serve(app, { project, wanted, began, command, afterFirstSchema, quiet });
}
