// The hooks and middlewares of a project. They are created before the engine, which depends on them.
import type { WriteHooks } from '../../documents/write-hooks.ts';
import { DocumentMiddlewares } from '../documents/document-middlewares.ts';
import { Lifecycles } from './lifecycles.ts';
import { RowLifecycles } from './row-lifecycles.ts';

/** The hooks of a project. */
export interface CodeHooks {
  readonly lifecycles: Lifecycles;
  /** Around the rows that the writer writes. */
  readonly rows: RowLifecycles;
  /** Around document calls. */
  readonly middlewares: DocumentMiddlewares;
  /** How long a transaction of code may be open, in milliseconds. */
  readonly transactionTimeout: number;
}

/** How long code may take, in milliseconds. */
export interface CodeTimeouts {
  /** The hooks of one row. */
  readonly hookTimeout?: number;
  /** A transaction of code. */
  readonly transactionTimeout: number;
}

/** Creates the hooks of a project, without subscribers. */
export function createCodeHooks({ hookTimeout, transactionTimeout }: CodeTimeouts): CodeHooks {
  const lifecycles = new Lifecycles();
  const rows = new RowLifecycles(lifecycles, hookTimeout);
  return { lifecycles, rows, middlewares: new DocumentMiddlewares(), transactionTimeout };
}

/** The hooks as a writer takes them. */
export function writeHooksOf({ rows }: CodeHooks): WriteHooks {
  return { rows, middlewares: [] };
}
