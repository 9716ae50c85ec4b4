// Process that reads a SQLite database: runs one task after the other, and ends with the process that started it.
import { Worker } from 'node:worker_threads';
import { ownProcessData } from '../../base/own-process.ts';
import { openConnection } from './open-connection.ts';
import { SqliteReader } from './reader.ts';
import { failureOf, type Outcome } from './task-outcome.ts';

/** What a process is started with. */
export interface ProcessData {
  readonly file: string;
  /** How long it waits for a lock held by another program, in milliseconds. */
  readonly patience: number;
  /** The process that starts it. */
  readonly parent: number;
}

/** What a process sends. */
export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly statements: number };

// While a statement runs, the event loop does not hear that the parent has gone.
const WATCH = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
`;

/** Runs the tasks that the parent sends. @param answer Receives the reader of the process's connection */
export function answerMessages<Task>(answer: (task: Task, reader: SqliteReader) => unknown): void {
  const { file, patience, parent } = ownProcessData() as ProcessData;
  process.on('disconnect', () => process.exit());
  // The terminal sends it to the parent as well, which ends this process when it needs it no more.
  process.on('SIGINT', () => undefined);
  new Worker(WATCH, { eval: true, workerData: parent, execArgv: [] }).unref();
  const reader = new SqliteReader(openConnection(file, { timeout: patience, readonly: true }));
  const send = (message: ProcessMessage): unknown => process.send?.(message);
  process.on('message', (task: Task) => {
    const before = reader.figures.statements;
    const outcome = settle(() => answer(task, reader));
    send({ kind: 'done', outcome, statements: reader.figures.statements - before });
  });
  send({ kind: 'ready' });
}

function settle(answer: () => unknown): Outcome {
  try {
    return { kind: 'reply', reply: answer() };
  } catch (error) {
    return failureOf(error);
  }
}
