// Callers for tests: the public role, a signed-in user with a role, and API tokens, with actions inserted into the
// database.
import { SignJWT } from 'jose';
import { hashToken } from '../../src/auth/api-tokens/token-keys.ts';
import { sqlMoment } from '../support/test-database.ts';
import type { TestApp } from '../support/app.ts';

/** `user` has a separate role. */
export const CALLER_KINDS = ['public', 'user', 'custom', 'read-only', 'full-access'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** A caller. */
export interface Caller {
  readonly kind: CallerKind;
  /** The `Authorization` header, or null. */
  readonly authorization: string | null;
  /** True if the caller may read relations to a type. */
  mayFind(uid: string): boolean;
}

/** Row id of the user that `user` is, and of the role of that user. */
export const CALLING_USER = 4711;
const CALLING_ROLE = 4712;

/** SQL that inserts callers of all kinds. Callers with a list of actions have exactly these actions. */
export function callersScript({ project }: TestApp, actions: readonly string[]): string {
  const salt = project.config.admin.apiTokenSalt;
  const moment = sqlMoment(1);
  const token = (type: string): string => `
    insert into strapi_api_tokens (name, type, kind, access_key)
      values ('caller-${type}', '${type}', 'content-api', '${hashToken(`caller-${type}`, salt)}');`;
  return `
    insert into up_roles (id, document_id, name, type, description)
      values (${CALLING_ROLE}, 'callingroledocument00001', 'Caller', 'caller', 'Calls.');
    insert into up_users (id, document_id, username, email, provider, password, confirmed, blocked,
        reset_password_token, confirmation_token, created_at, updated_at, published_at)
      values (${CALLING_USER}, 'callinguserdocument00001', 'caller', 'caller@example.com', 'local',
        '$2b$10$callerscallerscallerscalle', true, false, 'callers-reset', 'callers-confirmation',
        ${moment}, ${moment}, ${moment});
    insert into up_users_role_lnk (user_id, role_id) values (${CALLING_USER}, ${CALLING_ROLE});
    ${['custom', 'read-only', 'full-access'].map(token).join('')}
    ${grantScript(actions)}`;
}

/** SQL that replaces the actions of callers that have a list. */
export function grantScript(actions: readonly string[]): string {
  const granted = actions.map(
    (action) => `
    insert into up_permissions (action) values ('${action}');
    insert into up_permissions_role_lnk (permission_id, role_id)
      select max(p.id), r.id from up_permissions p, up_roles r where r.type in ('public', 'caller') group by r.id;
    insert into strapi_api_token_permissions (action) values ('${action}');
    insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id)
      select max(p.id), t.id from strapi_api_token_permissions p, strapi_api_tokens t
      where t.name = 'caller-custom' group by t.id;`,
  );
  return `
    delete from up_permissions;
    delete from strapi_api_token_permissions;
    ${granted.join('')}`;
}

/** A caller that `callersScript` inserted, with the same actions. */
export async function callerOf(
  { project }: TestApp,
  kind: CallerKind,
  actions: readonly string[],
): Promise<Caller> {
  const secret = new TextEncoder().encode(project.config.plugins.usersPermissions.jwtSecret);
  const jwt = new SignJWT({ id: CALLING_USER }).setProtectedHeader({ alg: 'HS256' });
  const isOpen = kind === 'read-only' || kind === 'full-access';
  return {
    kind,
    authorization:
      kind === 'public'
        ? null
        : `Bearer ${kind === 'user' ? await jwt.sign(secret) : `caller-${kind}`}`,
    mayFind: (uid) => isOpen || actions.includes(`${uid}.find`),
  };
}
