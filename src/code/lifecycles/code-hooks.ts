// What of a project's code takes part in reads and writes; made before the engine, which is built with it.
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
}

/**
 * Creates the hooks of a project, to which nobody has subscribed yet.
 * @param timeout How long a write waits for the hooks of a row, in milliseconds
 */
export function createCodeHooks(timeout?: number): CodeHooks {
  const lifecycles = new Lifecycles();
  const rows = new RowLifecycles(lifecycles, timeout);
  return { lifecycles, rows, middlewares: new DocumentMiddlewares() };
}

/** The hooks as a writer takes them. */
export function writeHooksOf({ rows }: CodeHooks): WriteHooks {
  return { rows, middlewares: [] };
}
