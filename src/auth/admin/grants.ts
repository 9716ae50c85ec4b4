// Permissions of administrators and of their tokens, as Strapi stores them (docs/strapi/administration.md,
// "Permissions of administrators").
import { isJsonObject } from '../../base/json.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE, API_TOKEN } from '../../schema/built-in/uids.ts';
import type { ReadSteps } from '../../storage/database.ts';
import {
  linkedRows,
  type LinkedAttribute,
  type Tables,
} from '../../documents/rows/built-in-rows.ts';
import type { Grant } from './ability.ts';

/** Code of the role with all permissions. */
export const SUPER_ADMIN = 'strapi-super-admin';

/** Reads the permission rows of roles. @param roles Row ids */
export function grantsOfRoles(
  tables: Tables,
  roles: readonly number[],
): ReadSteps<readonly Grant[]> {
  return readGrants(tables, { uid: ADMIN_ROLE, attribute: 'permissions' }, roles);
}

/** Reads the permission rows of an administrator's token. @param token Row id */
export function grantsOfToken(tables: Tables, token: number): ReadSteps<readonly Grant[]> {
  return readGrants(tables, { uid: API_TOKEN, attribute: 'adminPermissions' }, [token]);
}

function* readGrants(
  tables: Tables,
  attribute: LinkedAttribute,
  entries: readonly number[],
): ReadSteps<readonly Grant[]> {
  const { layout, statements } = tables;
  const linked = yield* linkedRows(tables, attribute, entries);
  const column = (name: string): string => layout.column(ADMIN_PERMISSION, name);
  const rows = yield* statements.select(layout.table(ADMIN_PERMISSION), {
    columns: [
      column('action'),
      column('subject'),
      { column: column('properties'), as: 'json' },
      { column: column('conditions'), as: 'json' },
    ],
    where: [{ column: 'id', in: [...new Set([...linked.values()].flat())] }],
    order: ['id'],
  });
  return rows.map(([action, subject, properties, conditions]) =>
    grantOf({
      action: String(action),
      subject: subject === null ? null : String(subject),
      properties: objectOf(properties),
      conditions: textsOf(parsed(conditions)),
    }),
  );
}

/** The grant of a permission row. An absent list grants nothing. */
export function grantOf({
  action,
  subject,
  properties: { fields, locales },
  conditions,
}: GrantRow): Grant {
  return {
    action,
    subject,
    fields: textsOf(fields),
    locales: locales === null ? null : textsOf(locales),
    conditions,
  };
}

interface GrantRow extends Pick<Grant, 'action' | 'subject' | 'conditions'> {
  readonly properties: Readonly<Record<string, unknown>>;
}

function objectOf(stored: unknown): Readonly<Record<string, unknown>> {
  const value = parsed(stored);
  return isJsonObject(value) ? value : {};
}

function parsed(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return null;
  }
}

/** The texts of a list; none of anything else. */
function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
