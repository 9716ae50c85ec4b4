// Thread that reads a SQLite database: has its own connection, and runs tasks sequentially.
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './connect.ts';
import { SqliteReader } from './reader.ts';
import { failureOf, type TaskOutcome } from './task-outcome.ts';

/** Data that a thread starts with. */
export interface ThreadData {
  readonly file: string;
  /** How long it waits for a lock of another program, in milliseconds. */
  readonly busyTimeout: number;
}

/** A task for a thread. */
export interface TaskRequest<Task> {
  readonly number: number;
  readonly task: Task;
}

export type ThreadMessage = { readonly kind: 'ready' } | TaskResult;

/** A finished task. */
export interface TaskResult {
  readonly kind: 'done';
  readonly number: number;
  readonly outcome: TaskOutcome;
  /** Number of its statements. */
  readonly statements: number;
}

/** A reply, and the buffers in it whose ownership is transferred. */
export interface TaskReply {
  readonly reply: unknown;
  readonly moved: readonly ArrayBuffer[];
}

/** Runs tasks until the thread ends. @param run Receives the reader of the thread */
export function handleTasks<Task>(run: (task: Task, reader: SqliteReader) => TaskReply): void {
  const port = parentPort;
  if (!port) throw new Error('this is not a worker thread');
  const { file, busyTimeout }: ThreadData = workerData;
  const reader = new SqliteReader(connect(file, busyTimeout));
  const send = (message: ThreadMessage, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);
  port.on('message', ({ number, task }: TaskRequest<Task>) => {
    const before = reader.stats.statements;
    const { outcome, moved } = settle(() => run(task, reader));
    const statements = reader.stats.statements - before;
    send({ kind: 'done', number, outcome, statements }, moved);
  });
  send({ kind: 'ready' });
}

interface SettledTask {
  readonly outcome: TaskOutcome;
  readonly moved?: readonly ArrayBuffer[];
}

function settle(run: () => TaskReply): SettledTask {
  try {
    const { reply, moved } = run();
    return { outcome: { kind: 'reply', reply }, moved };
  } catch (error) {
    return { outcome: failureOf(error) };
  }
}
