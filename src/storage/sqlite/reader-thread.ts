// In charge of what a thread of a SQLite database does: it has a connection of its own, and answers one task after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './connect.ts';
import { SqliteReader } from './reader.ts';
import { failureOf, type Outcome } from './task-outcome.ts';

/** What a thread is born with. */
export interface ThreadData {
  readonly file: string;
  /** How long it waits for a lock held by another program, in milliseconds. */
  readonly patience: number;
}

/** What a thread is told. */
export interface Given<Task> {
  readonly number: number;
  readonly task: Task;
}

/** What a thread tells. */
export type Told = { readonly kind: 'ready' } | Done;

/** A task is done. */
export interface Done {
  readonly kind: 'done';
  readonly number: number;
  readonly outcome: Outcome;
  /** How many it took. */
  readonly statements: number;
}

/** A reply, and what in it belongs to whoever asked from then on. */
export interface Answered {
  readonly reply: unknown;
  readonly moved: readonly ArrayBuffer[];
}

/** Answers tasks until the thread is ended. @param answer Is handed the reader of the thread's connection */
export function answerTasks<Task>(answer: (task: Task, reader: SqliteReader) => Answered): void {
  const port = parentPort;
  if (!port) throw new Error('this is no thread');
  const { file, patience }: ThreadData = workerData;
  const reader = new SqliteReader(connect(file, patience));
  const tell = (told: Told, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(told, moved);
  port.on('message', ({ number, task }: Given<Task>) => {
    const before = reader.figures.statements;
    const { outcome, moved } = settle(() => answer(task, reader));
    const statements = reader.figures.statements - before;
    tell({ kind: 'done', number, outcome, statements }, moved);
  });
  tell({ kind: 'ready' });
}

interface Settled {
  readonly outcome: Outcome;
  readonly moved?: readonly ArrayBuffer[];
}

function settle(answer: () => Answered): Settled {
  try {
    const { reply, moved } = answer();
    return { outcome: { kind: 'reply', reply }, moved };
  } catch (error) {
    return { outcome: failureOf(error) };
  }
}
