// Services of administrators write in one transaction, so that what they have checked is still true.
import type { Strapi } from '../strapi/strapi.ts';

/** Runs work in a transaction, or as part of the one that is open. What it throws undoes its writes. */
export async function inTransaction<T>(strapi: Strapi, work: () => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  await strapi.db.transaction(async () => {
    done = { result: await work() };
  });
  if (!done) throw new Error('The transaction ended before its work.');
  return done.result;
}
