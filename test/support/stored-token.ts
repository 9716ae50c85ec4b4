// Inserts API tokens of all kinds and permissions of the public role, as Strapi's admin panel stores them.
import { hashToken } from '../../src/auth/api-tokens/token-keys.ts';
import type { TestApp } from './app.ts';
import { changeDatabase } from './app-database.ts';
import { sqlMoment } from './test-database.ts';

export interface StoredToken {
  readonly type?: 'full-access' | 'read-only' | 'custom';
  readonly kind?: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | null;
  readonly lastUsedAt?: number | null;
  readonly actions?: readonly string[];
}

/** Writes a token. @param plain Its key, and its name */
export async function storeToken(app: TestApp, plain: string, token: StoredToken): Promise<void> {
  const { type = 'full-access', kind = 'content-api', actions = [] } = token;
  const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
  const moment = (time?: number | null): string =>
    time === undefined || time === null ? 'null' : sqlMoment(time);
  const key = hashToken(plain, app.project.config.admin.apiTokenSalt);
  await changeDatabase(
    app,
    `insert into strapi_api_tokens (name, type, kind, access_key, expires_at, last_used_at)
      values ('${plain}', '${type}', ${text(kind)}, '${key}', ${moment(token.expiresAt)}, ${moment(token.lastUsedAt)});
    ${actions
      .map(
        (action) => `insert into strapi_api_token_permissions (action) values ('${action}');
      insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id)
        values ((select max(id) from strapi_api_token_permissions), (select max(id) from strapi_api_tokens));`,
      )
      .join('\n')}`,
  );
}

/** Lets the public role do an action, such as `api::setting.setting.find`. */
export async function grantPublic(app: TestApp, action: string): Promise<void> {
  await changeDatabase(
    app,
    `insert into up_permissions (action) values ('${action}');
    insert into up_permissions_role_lnk (permission_id, role_id)
      values ((select max(id) from up_permissions), (select id from up_roles where type = 'public'))`,
  );
}
