// Administrators with given permissions, inserted as rows, and their tokens.
import { insertBuiltIn, linkRows, type Tables } from '../../src/documents/rows/built-in-rows.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE } from '../../src/schema/built-in/uids.ts';
import type { WriteSteps } from '../../src/storage/session.ts';
import { tablesOf } from '../../src/app/store.ts';
import type { TestApp } from './app.ts';
import { call, registerAdmin } from './admin.ts';

/** A permission row of a role. */
export interface TestPermission {
  readonly action: string;
  readonly subject?: string;
  readonly fields?: readonly string[];
  readonly locales?: readonly string[];
  readonly conditions?: readonly string[];
}

/** Creates a role with permissions. @returns its row id */
export function addRole(
  { store }: TestApp,
  name: string,
  permissions: readonly TestPermission[],
): Promise<number> {
  const tables = tablesOf(store);
  return store.database.transact(insertRole(tables, name, permissions));
}

function* insertRole(
  tables: Tables,
  name: string,
  permissions: readonly TestPermission[],
): WriteSteps<number> {
  const { dialect } = tables;
  const [role = 0] = yield* insertBuiltIn(tables, ADMIN_ROLE, [{ name, code: name }]);
  const rows = yield* insertBuiltIn(
    tables,
    ADMIN_PERMISSION,
    permissions.map(({ action, subject = null, fields, locales, conditions = [] }) => ({
      action: subject === null ? action : `plugin::content-manager.explorer.${action}`,
      actionParameters: dialect.store('json', {}),
      subject,
      properties: dialect.store('json', {
        ...(fields ? { fields } : {}),
        ...(locales ? { locales } : {}),
      }),
      conditions: dialect.store('json', conditions),
    })),
  );
  yield* linkRows(tables, { uid: ADMIN_ROLE, attribute: 'permissions' }, { entry: role, rows });
  return role;
}

/** Administrators of a server; the first one is a super admin. */
export class TestAdmins {
  readonly #app: TestApp;
  /** Token of the super admin. */
  readonly superAdmin: string;
  #count = 0;

  constructor(app: TestApp, superAdmin: string) {
    this.#app = app;
    this.superAdmin = superAdmin;
  }

  /** Registers the first administrator. */
  static async open(app: TestApp): Promise<TestAdmins> {
    return new TestAdmins(app, await registerAdmin(app));
  }

  /** Adds an administrator with roles. @param roles Row ids @returns their token */
  async add(roles: readonly number[]): Promise<string> {
    const email = `admin${(this.#count += 1)}@example.com`;
    const invited = await call(this.#app, '/admin/users', {
      method: 'POST',
      token: this.superAdmin,
      body: { email, firstname: 'Test', roles },
    });
    const { registrationToken } = invited.json<{ data: { registrationToken: string } }>().data;
    const registered = await call(this.#app, '/admin/register', {
      method: 'POST',
      body: { registrationToken, userInfo: { firstname: 'Test', password: 'Passw0rd!' } },
    });
    return registered.json<{ data: { token: string } }>().data.token;
  }

  /** Adds an administrator with one role that has permissions. @returns their token */
  async with(permissions: readonly TestPermission[]): Promise<string> {
    return this.add([await addRole(this.#app, `role${this.#count}`, permissions)]);
  }
}
