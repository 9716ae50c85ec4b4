// Things that the tests of a file share, such as a server, and their removal.
import { beforeAll, onTestFinished } from 'vitest';

type CleanUp = () => Promise<void> | void;

/** What removes the things that `share` is making. */
let making: CleanUp[] | null = null;

/** Runs a function at the end of the test, or of all tests that share what is being made. */
export function atEnd(cleanUp: CleanUp): void {
  if (making === null) onTestFinished(cleanUp);
  else making.push(cleanUp);
}

/**
 * Makes something once for all tests of a file or of a `describe`. They may run in any order, so none may depend on what
 * another has done.
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
    if (made === null) throw new Error('This is made before the first test.');
    return made.value;
  };
}
