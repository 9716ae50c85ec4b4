// Asynchronous `pipe`, `map` and `reduce`.

type Step = (value: unknown, index: number) => unknown;

/** Composes functions: each gets the result of the previous one. */
export function pipe(
  ...steps: readonly ((...args: unknown[]) => unknown)[]
): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    const [first, ...others] = steps;
    if (!first) throw new TypeError('pipe needs at least one function');
    let value = await first(...args);
    for (const step of others) value = await step(value);
    return value;
  };
}

/** Maps a list with at most `concurrency` items in progress. Results are in the order of the items. */
export async function mapItems(
  items: Iterable<unknown>,
  step: Step,
  { concurrency = Infinity }: MapOptions = {},
): Promise<unknown[]> {
  const list = [...items];
  const results: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < list.length) {
      const index = next;
      next += 1;
      results[index] = await step(await list[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, list.length) }, work));
  return results;
}

interface MapOptions {
  readonly concurrency?: number;
}

/** Like `mapItems`, curried: with the list alone, it returns a function of the other arguments. */
export function map(items: Iterable<unknown>, step?: Step, options?: MapOptions): unknown {
  if (step) return mapItems(items, step, options);
  return (later: Step, laterOptions?: MapOptions) => mapItems(items, later, laterOptions);
}

/** Reduces a list of values or promises sequentially. */
export function reduce(
  items: readonly unknown[],
): (
  step: (sum: unknown, item: unknown, index: number) => unknown,
  initial?: unknown,
) => Promise<unknown> {
  return async (step, initial) => {
    let sum = initial;
    for (const [index, item] of items.entries()) sum = await step(sum, await item, index);
    return sum;
  };
}
