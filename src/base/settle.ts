// Runs work whose error is handled later.

/** The result or the error of some work. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

export async function settle<T>(work: () => Promise<T> | T): Promise<Settled<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}
