// Seed of random tests: the same in every run, so that a run fails because of a change and not by chance.
// PROPERTY_SEED is another number, or `random`; a failure prints it.
import fc from 'fast-check';

const { PROPERTY_SEED = '1' } = process.env;

/** What all random tests of a run begin with. */
export const propertySeed: number =
  PROPERTY_SEED === 'random' ? Math.floor(Math.random() * 2 ** 27) : Number(PROPERTY_SEED);

if (!Number.isSafeInteger(propertySeed)) {
  throw new Error(`PROPERTY_SEED is neither a whole number nor "random": ${PROPERTY_SEED}`);
}

fc.configureGlobal({ seed: propertySeed });
