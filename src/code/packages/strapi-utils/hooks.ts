// Hooks: lists of functions that plugins register.
import { cloneDeep } from './values.ts';

type Handler = (context: unknown) => unknown;

/** A hook: `call` runs the registered functions. */
export interface Hook {
  getHandlers(): readonly Handler[];
  register(handler: Handler): Hook;
  delete(handler: Handler): Hook;
  call(context?: unknown): unknown;
}

type Run = (handlers: readonly Handler[], context: unknown) => unknown;

/** Runs handlers one after another. */
export function createAsyncSeriesHook(): Hook {
  return createHook(async (handlers, context) => {
    for (const handler of handlers) await handler(context);
  });
}

/** Runs handlers one after another; each gets the result of the previous one. */
export function createAsyncSeriesWaterfallHook(): Hook {
  return createHook(async (handlers, context) => {
    let value = context;
    for (const handler of handlers) value = await handler(value);
    return value;
  });
}

/** Runs handlers in parallel, each with a copy of the context. */
export function createAsyncParallelHook(): Hook {
  return createHook(async (handlers, context) =>
    Promise.all(handlers.map((handler) => handler(cloneDeep(context)))),
  );
}

/** Runs handlers one after another until one returns a value. */
export function createAsyncBailHook(): Hook {
  return createHook(async (handlers, context) => {
    for (const handler of handlers) {
      const result = await handler(context);
      if (result !== undefined) return result;
    }
    return undefined;
  });
}

export const internals: { readonly createHook: () => Hook } = {
  createHook: () =>
    createHook(() => {
      throw new Error('Method not implemented');
    }),
};

function createHook(run: Run): Hook {
  let handlers: Handler[] = [];
  const hook: Hook = {
    getHandlers: () => handlers,
    register(handler) {
      handlers.push(handler);
      return hook;
    },
    delete(handler) {
      handlers = handlers.filter((each) => each !== handler);
      return hook;
    },
    call: (context) => run(handlers, context),
  };
  return hook;
}
