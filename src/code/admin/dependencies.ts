// Dependencies of the services for administrators.
import type { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { Database } from '../../storage/database.ts';
import type { Fields } from '../strapi/code-values.ts';

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
