// Values that the tests of a file share, such as servers, and their cleanup.
import { beforeAll, onTestFinished } from 'vitest';

type CleanUp = () => Promise<void> | void;

/** Cleanup functions of the value that `share` is creating; null if it is creating none. */
let making: CleanUp[] | null = null;

/** Runs a function after the test, or after all tests that share the value that is being created. */
export function atEnd(cleanUp: CleanUp): void {
  if (making === null) onTestFinished(cleanUp);
  else making.push(cleanUp);
}

/**
 * Creates a value once for all tests of a file or of a `describe`. They may run in any order, so no test may depend on the
 * effects of another.
 * @returns a function for tests that returns it
 */
export function share<T>(make: () => Promise<T> | T): () => T {
  let made: { readonly value: T } | null = null;
  beforeAll(async () => {
    const cleanUps: CleanUp[] = [];
    const cleanUp = async (): Promise<void> => {
      for (const each of cleanUps.toReversed()) await each();
    };
    making = cleanUps;
    try {
      made = { value: await make() };
    } catch (error) {
      await cleanUp();
      throw error;
    } finally {
      making = null;
    }
    return cleanUp;
  });
  return () => {
    if (made === null) throw new Error('The value is created before the first test.');
    return made.value;
  };
}
