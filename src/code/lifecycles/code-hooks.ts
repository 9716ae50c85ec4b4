// Hooks and middlewares of a project. They are created before the engine, which depends on them.
import type { WriteHooks } from '../../documents/write-hooks.ts';
import { DocumentMiddlewares } from '../documents/document-middlewares.ts';
import { Lifecycles } from './lifecycles.ts';
import { RowLifecycles } from './row-lifecycles.ts';

/** The hooks of a project. */
export interface CodeHooks {
  readonly lifecycles: Lifecycles;
  /** Hooks around written rows. */
  readonly rows: RowLifecycles;
  /** Middlewares around document calls. */
  readonly middlewares: DocumentMiddlewares;
  /** Maximum duration of a transaction of code, in milliseconds. */
  readonly transactionTimeout: number;
}

/** Maximum duration of code, in milliseconds. */
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

/** The hooks for a writer. */
export function writeHooksOf({ rows }: CodeHooks): WriteHooks {
  return { rows, middlewares: [] };
}
