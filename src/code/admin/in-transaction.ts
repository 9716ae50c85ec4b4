// Runs services for administrators in one transaction, so that their checks remain valid until they write.
import type { Strapi } from '../strapi/strapi.ts';

/** Runs a function in a transaction, or in the open one. An error rolls its writes back. */
export async function inTransaction<T>(strapi: Strapi, work: () => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  await strapi.db.transaction(async () => {
    done = { result: await work() };
  });
  if (!done) throw new Error('The transaction ended before its work.');
  return done.result;
}
