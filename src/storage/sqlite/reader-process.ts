// Process that reads a SQLite database: runs tasks sequentially, and exits with its parent.
import { Worker } from 'node:worker_threads';
import { processData } from '../../base/child-process.ts';
import { connectReadOnly } from './connect.ts';
import { SqliteReader } from './reader.ts';
import { failureOf, type TaskOutcome } from './task-outcome.ts';

/** Data that a process starts with. */
export interface ProcessData {
  readonly file: string;
  /** How long it waits for a lock of another program, in milliseconds. */
  readonly busyTimeout: number;
  /** Id of the parent process. */
  readonly parent: number;
}

export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly outcome: TaskOutcome; readonly statements: number };

// The event loop cannot notice that the parent has exited while a statement runs.
const WATCH = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
`;

/** Runs the tasks of the parent. @param run Receives the reader of the process */
export function handleMessages<Task>(run: (task: Task, reader: SqliteReader) => unknown): void {
  const { file, busyTimeout, parent } = processData() as ProcessData;
  process.on('disconnect', () => process.exit());
  // The terminal sends it to the parent as well, which ends this process.
  process.on('SIGINT', () => undefined);
  new Worker(WATCH, { eval: true, workerData: parent, execArgv: [] }).unref();
  const reader = new SqliteReader(connectReadOnly(file, busyTimeout));
  const send = (message: ProcessMessage): unknown => process.send?.(message);
  process.on('message', (task: Task) => {
    const before = reader.stats.statements;
    const outcome = settle(() => run(task, reader));
    send({ kind: 'done', outcome, statements: reader.stats.statements - before });
  });
  send({ kind: 'ready' });
}

function settle(run: () => unknown): TaskOutcome {
  try {
    return { kind: 'reply', reply: run() };
  } catch (error) {
    return failureOf(error);
  }
}
