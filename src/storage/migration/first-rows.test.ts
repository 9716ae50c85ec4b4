import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CountingDatabase } from '../../../test/support/counting-database.ts';
import { openScratch } from '../../../test/support/scratch-database.ts';
import type { Template } from '../../../test/support/test-database.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { openDatabase } from '../../app/database.ts';
import { builtInDefinitions } from '../../schema/built-in/definitions.ts';
import { ROLE } from '../../schema/built-in/uids.ts';
import { toRecord } from '../../schema/raw.ts';
import { createLayout } from '../layout/layout.ts';
import { prepareDatabase } from './prepare-database.ts';
import { syncDatabase } from './sync-database.ts';

const layout = createLayout(kitchenRegistry());
const SALT = 'token-salt';
const ENCRYPTION_KEY = '0123456789abcdef0123456789abcdef';

/** All tables, empty. */
const tablesOnly: Template = {
  key: 'tables of kitchen',
  fill: async (config) => {
    const database = await openDatabase(config);
    await syncDatabase(database, layout);
    await database.close();
  },
};

/** A database after its first start. */
async function prepared(options: Parameters<typeof prepareDatabase>[2] = {}) {
  const { database, script, rows: all } = await openScratch(tablesOnly);
  const report = await prepareDatabase(database, layout, options);
  return { database, script, report, all };
}

describe('the first start', () => {
  it('reports the tables that it filled, and fills none the second time', async () => {
    const { database, report } = await prepared({ apiTokenSalt: SALT });
    expect(report.filled).toEqual([
      'strapi_migrations_internal',
      'i18n_locale',
      'up_roles',
      'up_permissions',
      'strapi_core_store_settings',
      'strapi_api_tokens',
    ]);
    const counting = new CountingDatabase(database);
    const again = await prepareDatabase(counting, layout, { apiTokenSalt: SALT });
    expect(again.filled).toEqual([]);
    expect(counting.writes).toBe(0);
  });

  it('records the migrations that Strapi must not run', async () => {
    const { all } = await prepared();
    const log = await all('SELECT id, name, time FROM strapi_migrations_internal ORDER BY id');
    expect(log).toHaveLength(8);
    const time: unknown = expect.any(Number);
    expect(log[0]).toEqual([1, '5.0.0-rename-identifiers-longer-than-max-length', time]);
    expect(log[7]).toEqual([8, 'admin::migrate-prefered-language-dk-to-da', time]);
  });

  it.each([
    [undefined, 'en', 'English (en)'],
    ['fr-CA', 'fr-CA', 'French (Canada) (fr-CA)'],
  ])('creates the requested locale: %s', async (localeCode, code, name) => {
    const { all } = await prepared(localeCode === undefined ? {} : { localeCode });
    expect(await all('SELECT code, name FROM i18n_locale')).toEqual([[code, name]]);
    const key = `key = 'plugin_i18n_default_locale'`;
    expect(await all(`SELECT value, type FROM strapi_core_store_settings WHERE ${key}`)).toEqual([
      [`"${code}"`, 'string'],
    ]);
  });

  it('rejects an invalid locale code', async () => {
    await expect(prepared({ localeCode: 'the_moon!' })).rejects.toThrow(
      'the_moon! is not a valid locale code',
    );
  });

  it('creates the two roles of end users with Strapi’s permissions, in its order', async () => {
    const { all } = await prepared();
    expect(await all('SELECT id, type FROM up_roles')).toEqual([
      [1, 'authenticated'],
      [2, 'public'],
    ]);
    const rows =
      await all(`SELECT l.role_id, l.permission_ord, p.action FROM up_permissions_role_lnk l
      JOIN up_permissions p ON p.id = l.permission_id ORDER BY 1, 2`);
    const actionsOf = (role: number) =>
      rows
        .filter(([id]) => id === role)
        .map(
          ([, order, action]) => `${String(order)} ${String(action).split('.').slice(1).join('.')}`,
        );
    expect(rows).toHaveLength(13);
    expect(actionsOf(1)).toEqual([
      '1 auth.logout',
      '2 auth.getSessions',
      '3 auth.revokeSession',
      '4 user.me',
      '5 auth.changePassword',
    ]);
    expect(actionsOf(2).slice(0, 2)).toEqual(['1 auth.callback', '2 auth.connect']);
    expect(rows[0]?.[2]).toBe('plugin::users-permissions.auth.logout');
  });

  it('sets documentIds and timestamps of permissions, but no locale', async () => {
    const { all } = await prepared();
    for (const [id, created, updated, published, locale] of await all(
      'SELECT document_id, created_at, updated_at, published_at, locale FROM up_permissions',
    )) {
      expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
      expect([typeof created, updated, published, locale]).toEqual([
        'number',
        created,
        created,
        null,
      ]);
    }
  });

  it('stores the settings of routes and email templates', async () => {
    const { all } = await prepared();
    const settings = new Map(
      (await all('SELECT key, value FROM strapi_core_store_settings')) as [string, string][],
    );
    const value = (key: string): unknown => JSON.parse(settings.get(key) ?? '');
    expect(value('plugin_upload_settings')).toMatchObject({
      sizeOptimization: true,
      autoOrientation: false,
    });
    expect(value('plugin_users-permissions_advanced')).toMatchObject({
      unique_email: true,
      default_role: 'authenticated',
    });
    expect(value('plugin_users-permissions_grant')).toMatchObject({
      email: { enabled: true },
      github: {
        enabled: false,
        callbackUrl: 'api/auth/github/callback',
        scope: ['user', 'user:email'],
      },
      keycloak: { enabled: false, callback: 'api/auth/keycloak/callback' },
    });
    expect(JSON.stringify(value('plugin_users-permissions_email'))).toContain(
      '<%= URL %>?code=<%= TOKEN %>',
    );
  });

  it('leaves administrators’ roles to Strapi, which creates them with their permissions', async () => {
    const { all } = await prepared();
    expect(await all('SELECT * FROM admin_roles')).toEqual([]);
  });
});

it('fills a table whose name contains a dot', async () => {
  const role = builtInDefinitions.filter(({ uid }) => uid === ROLE);
  const dotted = role.map((one) => ({
    ...one,
    json: { ...toRecord(one.json), collectionName: 'up.roles' },
  }));
  const { database, rows } = await openScratch();
  await prepareDatabase(database, createLayout(kitchenRegistry(dotted)), {});
  expect(await rows('SELECT id FROM "up.roles"')).toHaveLength(2);
});

describe('the initial API tokens', () => {
  it('are hashed with the salt and encrypted with the key', async () => {
    const { all } = await prepared({ apiTokenSalt: SALT, encryptionKey: ENCRYPTION_KEY });
    const tokens = await all(
      'SELECT name, type, kind, access_key, encrypted_key, lifespan FROM strapi_api_tokens',
    );
    expect(tokens.map(([name, type, kind]) => [name, type, kind])).toEqual([
      ['Read Only', 'read-only', 'content-api'],
      ['Full Access', 'full-access', 'content-api'],
    ]);
    for (const [, , , hash, encrypted, lifespan] of tokens) {
      const key = decrypt(String(encrypted));
      expect(key).toMatch(/^[0-9a-f]{256}$/);
      expect(hash).toBe(createHmac('sha512', SALT).update(key).digest('hex'));
      expect(lifespan).toBeNull();
    }
  });

  it('are not created without a salt, and not encrypted without a key', async () => {
    const none = await prepared();
    expect(await none.all('SELECT * FROM strapi_api_tokens')).toEqual([]);
    const { all } = await prepared({ apiTokenSalt: SALT });
    expect(await all('SELECT encrypted_key FROM strapi_api_tokens')).toEqual([[null], [null]]);
  });

  it('are not created if an administrator exists', async () => {
    const { database, script, all } = await prepared();
    await script(`INSERT INTO admin_users (email) VALUES ('a@b.co')`);
    expect((await prepareDatabase(database, layout, { apiTokenSalt: SALT })).filled).toEqual([]);
    expect(await all('SELECT * FROM strapi_api_tokens')).toEqual([]);
  });
});

describe('a partly filled database', () => {
  it('receives no permissions for a role of an unknown type', async () => {
    const { database, script, all } = await prepared();
    await script(`DELETE FROM up_permissions; DELETE FROM up_permissions_role_lnk;
      UPDATE up_roles SET type = 'constructor' WHERE id = 1`);
    await prepareDatabase(database, layout, {});
    expect(
      await all('SELECT role_id, count(*) FROM up_permissions_role_lnk GROUP BY 1 ORDER BY 1'),
    ).toEqual([[2, 8]]);
  });

  it('receives missing rows and keeps the existing ones', async () => {
    const { database, script, all } = await prepared();
    await script(`DELETE FROM up_permissions; DELETE FROM up_permissions_role_lnk;
      UPDATE i18n_locale SET code = 'nl'; UPDATE strapi_core_store_settings SET value = '{"mine":1}';
      DELETE FROM strapi_core_store_settings WHERE key = 'plugin_upload_settings';
      UPDATE up_roles SET id = id + 10; DELETE FROM strapi_migrations_internal WHERE id > 5`);
    const { filled } = await prepareDatabase(database, layout, {});
    expect(filled).toEqual(['up_permissions', 'strapi_core_store_settings']);
    expect(
      await all('SELECT role_id, count(*) FROM up_permissions_role_lnk GROUP BY 1 ORDER BY 1'),
    ).toEqual([
      [11, 5],
      [12, 8],
    ]);
    expect(await all('SELECT code FROM i18n_locale')).toEqual([['nl']]);
    expect(await all('SELECT count(*) FROM strapi_migrations_internal')).toEqual([[5]]);
    expect(
      await all(`SELECT count(*) FROM strapi_core_store_settings WHERE value = '{"mine":1}'`),
    ).toEqual([[5]]);
  });
});

function decrypt(text: string): string {
  const [version, iv = '', body = '', tag = ''] = text.split(':');
  expect(version).toBe('v1');
  const key = createHash('sha256').update(ENCRYPTION_KEY).digest();
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'hex'));
  decipher.setAuthTag(Buffer.from(tag, 'hex'));
  return decipher.update(body, 'hex', 'utf8') + decipher.final('utf8');
}
