// What the services for administrators share: their dependencies, and transactions.
import type { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { Database } from '../../storage/database.ts';
import type { Fields } from '../strapi/code-values.ts';
import type { Strapi } from '../strapi/strapi.ts';

/** Available after the server is created. */
export interface AdminServiceDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly apiTokens: ApiTokens;
  /** Key of the hashes of API tokens. */
  readonly tokenSalt: string;
  /** Replaces the permissions of a role. @returns the added ones @throws AppError */
  assignPermissions(role: number, permissions: readonly Fields[]): Promise<readonly object[]>;
}

/**
 * Runs a function in a transaction, or in the open one, so that its checks remain valid until it writes. An error rolls its
 * writes back.
 */
export async function inTransaction<T>(strapi: Strapi, work: () => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  await strapi.db.transaction(async () => {
    done = { result: await work() };
  });
  if (!done) throw new Error('The transaction ended before its work.');
  return done.result;
}
