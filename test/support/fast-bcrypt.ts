// bcrypt with the lowest cost instead of the default one, to make tests fast (`alias` in vitest.config.ts). Tests of
// the cost itself request it.
import type * as Bcrypt from '@node-rs/bcrypt';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const real = require('@node-rs/bcrypt') as typeof Bcrypt;

const [USUAL, LEAST] = [10, 4];

let isFast = true;

export const verify: typeof Bcrypt.verify = real.verify;

/** Same signature as the package. */
export function hash(plain: string, rounds: number): Promise<string> {
  return real.hash(plain, isFast && rounds === USUAL ? LEAST : rounds);
}

/** Runs some work with hashes at the requested cost. */
export async function withRealCost<T>(work: () => Promise<T>): Promise<T> {
  isFast = false;
  try {
    return await work();
  } finally {
    isFast = true;
  }
}
