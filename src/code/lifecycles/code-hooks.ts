// Hooks and middlewares of a project, created before the engine, which depends on them.
import type { WriteHooks } from '../../documents/write-hooks.ts';
import { DocumentMiddlewares } from '../documents/document-middlewares.ts';
import { DocumentReadMiddleware } from '../documents/read-middleware.ts';
import { DocumentWriteMiddleware } from '../documents/write-middleware.ts';
import { Lifecycles } from './lifecycles.ts';
import { RowLifecycles } from './row-lifecycles.ts';

export interface CodeHooks {
  readonly lifecycles: Lifecycles;
  /** Hooks of the rows of document writes. */
  readonly rows: RowLifecycles;
  /** Middlewares of document service calls. */
  readonly middlewares: DocumentMiddlewares;
  /** Middlewares of document service calls, around the writes of administrators. */
  readonly writes: DocumentWriteMiddleware;
  /** The same around the reads of administrators. */
  readonly reads: DocumentReadMiddleware;
  /** Timeout of transactions of code, in milliseconds. */
  readonly transactionTimeout: number;
}

/** Timeouts in milliseconds. */
export interface CodeTimeouts {
  /** For the hooks of one row. */
  readonly hookTimeout?: number;
  /** For a transaction of code. */
  readonly transactionTimeout: number;
}

/** What code may subscribe to before the engine exists. */
export type Subscriptions = Pick<CodeHooks, 'lifecycles' | 'middlewares'>;

/** Creates them without subscribers. */
export function createSubscriptions(): Subscriptions {
  return { lifecycles: new Lifecycles(), middlewares: new DocumentMiddlewares() };
}

/** Creates the hooks of a project. */
export function createCodeHooks(
  { hookTimeout, transactionTimeout }: CodeTimeouts,
  { lifecycles, middlewares }: Subscriptions = createSubscriptions(),
): CodeHooks {
  const rows = new RowLifecycles(lifecycles, hookTimeout);
  const writes = new DocumentWriteMiddleware(middlewares);
  const reads = new DocumentReadMiddleware(middlewares);
  return { lifecycles, rows, middlewares, writes, reads, transactionTimeout };
}

/** Returns the hooks of the document writer. */
export function writeHooksOf({
  rows,
  middlewares,
  writes,
  transactionTimeout,
}: CodeHooks): WriteHooks {
  const around = [writes.run];
  return {
    rows,
    transactionTimeout,
    // Code may add and remove middlewares at any time.
    get middlewares() {
      return middlewares.isEmpty ? [] : around;
    },
  };
}
