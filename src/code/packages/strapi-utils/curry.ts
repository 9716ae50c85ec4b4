// Currying.

/** Calls the function once it has `arity` arguments, over any number of calls. */
export function curry<R>(arity: number, call: (...args: unknown[]) => R): Curried {
  const take =
    (received: readonly unknown[]): Curried =>
    (...more) => {
      const args = [...received, ...more];
      return args.length >= arity ? call(...args) : take(args);
    };
  return take([]);
}

/** Returns the result, or a function of the missing arguments. */
export type Curried = (...args: unknown[]) => unknown;
