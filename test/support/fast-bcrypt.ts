// bcrypt with the lowest cost instead of the default one, to make tests fast (`alias` in vitest.config.ts). Tests of
// the cost itself request it.
import type * as Bcrypt from '@node-rs/bcrypt';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const real = require('@node-rs/bcrypt') as typeof Bcrypt;

const [USUAL, LEAST] = [10, 4];

/** Start of the hash that is compared for accounts without a password (`src/auth/password-hash.ts`). */
const DUMMY = '$2y$10$sdvFqKyBKA05Nl86VqBdve';

let isFast = true;

/** Results for hashes of the default cost, such as those in databases of Strapi. */
const results = new Map<string, Promise<boolean>>();

let verified = 0;

/** The number of verifications that were started in this process. */
export function verificationCount(): number {
  return verified;
}

/** Same signature as the package. */
export const verify: typeof Bcrypt.verify = (plain, stored) => {
  verified += 1;
  const hash = String(stored);
  if (!isFast || !hash.includes(`$${USUAL}$`)) return real.verify(plain, stored);
  if (hash.startsWith(DUMMY)) return real.verify(plain, hash.replace(`${USUAL}`, `0${LEAST}`));
  const key = `${hash} ${String(plain)}`;
  const result = results.get(key) ?? real.verify(plain, stored);
  results.set(key, result);
  return result;
};

let hashed = 0;

/** The number of hashes that were computed in this process. */
export function hashCount(): number {
  return hashed;
}

/** Same signature as the package. */
export function hash(plain: string, rounds: number): Promise<string> {
  hashed += 1;
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
