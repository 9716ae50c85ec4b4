// Currying.

/** Calls the function once it has `arity` arguments, in however many calls they come. */
export function curry<R>(arity: number, call: (...args: unknown[]) => R): Curried {
  const take =
    (received: readonly unknown[]): Curried =>
    (...more) => {
      const args = [...received, ...more];
      return args.length >= arity ? call(...args) : take(args);
    };
  return take([]);
}

/** Gives the result, or a function that takes what is missing. */
export type Curried = (...args: unknown[]) => unknown;
