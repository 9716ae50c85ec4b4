// What the services of administrators are built on.
import type { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import type { Tables } from '../../auth/entry-rows.ts';
import type { Database } from '../../storage/database.ts';
import type { Fields } from '../strapi/strapi.ts';

/** Available once the server is built. */
export interface AdminServiceDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly apiTokens: ApiTokens;
  /** Of API tokens: what their keys are hashed with. */
  readonly tokenSalt: string;
  /** Replaces the permissions of a role. @returns those that were added @throws AppError */
  assignPermissions(role: number, permissions: readonly Fields[]): Promise<readonly object[]>;
}
