// In charge of API tokens of all kinds for tests, and of what the public role may do: as Strapi's admin would store them.
import { hashToken } from '../../src/auth/api-tokens/token-keys.ts';
import type { TestApp } from './app.ts';
import { changeDatabase } from './other-connection.ts';

export interface StoredToken {
  readonly type?: 'full-access' | 'read-only' | 'custom';
  readonly kind?: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | null;
  readonly lastUsedAt?: number | null;
  readonly actions?: readonly string[];
}

/** Writes a token. @param plain Its key, and its name */
export function storeToken({ folder, project }: TestApp, plain: string, token: StoredToken): void {
  const { type = 'full-access', kind = 'content-api', actions = [] } = token;
  const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
  const key = hashToken(plain, project.config.admin.apiTokenSalt);
  changeDatabase(
    folder,
    `insert into strapi_api_tokens (name, type, kind, access_key, expires_at, last_used_at)
      values ('${plain}', '${type}', ${text(kind)}, '${key}', ${token.expiresAt ?? 'null'}, ${token.lastUsedAt ?? 'null'});
    ${actions
      .map(
        (action) => `insert into strapi_api_token_permissions (action) values ('${action}');
      insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id)
        values (last_insert_rowid(), (select max(id) from strapi_api_tokens));`,
      )
      .join('\n')}`,
  );
}

/** Lets the public role do an action, such as `api::setting.setting.find`. */
export function grantPublic({ folder }: TestApp, action: string): void {
  changeDatabase(
    folder,
    `insert into up_permissions (action) values ('${action}');
    insert into up_permissions_role_lnk (permission_id, role_id)
      values (last_insert_rowid(), (select id from up_roles where type = 'public'))`,
  );
}
