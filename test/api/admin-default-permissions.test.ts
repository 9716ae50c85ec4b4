// Permissions of roles that follow the content model and the locales (docs/strapi/administration.md, "Roles and
// permissions"; docs/strapi/differences.md, D21).
import { afterEach, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase, readRows, readValue } from '../support/app-database.ts';

const EDITOR = 2;
const AUTHOR = 3;
const READ = 'plugin::content-manager.explorer.read';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0).toReversed()) await app.close();
});

async function start(options: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> {
  const app = await openTestApp(options);
  open.push(app);
  return app;
}

const ROWS = `select p.id, p.action, p.subject, p.properties, p.conditions, p.created_at
  from admin_permissions p join admin_permissions_role_lnk l on l.permission_id = p.id`;

const rowsOf = (app: TestApp, role: number) =>
  readRows(app, `${ROWS} where l.role_id = ${role} order by p.id`);

/** Locales of the permissions of a role on articles and authors, by action. */
async function localesOf(app: TestApp, role: number, name: string): Promise<readonly unknown[]> {
  const rows = await rowsOf(app, role);
  return rows
    .filter(([, , subject]) => subject === `api::${name}.${name}`)
    .map(([, , , properties]) => (JSON.parse(String(properties)) as { locales?: unknown }).locales);
}

function addLocale(app: TestApp, token: string, code: string) {
  const body = { code, name: code, isDefault: false };
  return call(app, '/i18n/locales', { method: 'POST', token, body });
}

test('a start does not change the complete permissions of super admins that Strapi stored', async () => {
  const app = await start({ database: 'files/auth.db' });
  const counts = await readRows(
    app,
    `select role_id, count(*) from admin_permissions_role_lnk group by role_id order by role_id`,
  );
  expect(counts).toEqual([
    [1, 131],
    [EDITOR, 50],
    [AUTHOR, 43],
  ]);
  expect(await readValue(app, 'select max(id) from admin_permissions')).toBe(233);
});

test('the first super admin gets the same permissions as in Strapi', async () => {
  const [ours, fromStrapi] = [await start(), await start({ database: 'files/auth.db' })];
  await registerAdmin(ours);
  const shown = async (app: TestApp) =>
    (await rowsOf(app, 1)).map(([, action, subject, properties, conditions]) => [
      action,
      subject,
      JSON.parse(String(properties)) as object,
      JSON.parse(String(conditions)) as object,
    ]);
  expect(await shown(ours)).toEqual(await shown(fromStrapi));
});

test('a start adds missing permissions, removes obsolete ones and keeps those of plugins', async () => {
  const first = await start();
  await registerAdmin(first);
  const before = await rowsOf(first, 1);
  await changeDatabase(
    first,
    `delete from admin_permissions where subject = 'api::tag.tag' and action = '${READ}';
     update admin_permissions set properties = '{"fields":["name"]}' where subject = 'api::author.author' and action = '${READ}';
     insert into admin_permissions (action, subject, properties, conditions) values
       ('${READ}', 'api::gone.gone', '{}', '[]'),
       ('plugin::seo.read', null, '{}', '[]'),
       ('${READ}', 'plugin::seo.page', '{"fields":["a"]}', '[]');
     insert into admin_permissions_role_lnk (permission_id, role_id)
       select id, 1 from admin_permissions where subject = 'api::gone.gone' or action like 'plugin::seo%' or subject like 'plugin::seo%'`,
  );
  const second = await start({ beside: first });
  const after = await rowsOf(second, 1);
  const named = (rows: typeof after) =>
    rows
      .map(
        ([, action, subject, properties]) =>
          `${String(action)} ${String(subject)} ${JSON.stringify(JSON.parse(String(properties)))}`,
      )
      .toSorted();
  expect(named(after)).toEqual(
    [
      ...named(before),
      'plugin::seo.read null {}',
      `${READ} plugin::seo.page {"fields":["a"]}`,
    ].toSorted(),
  );
  const kept = new Set(before.map(([id]) => id));
  expect(after.filter(([id]) => !kept.has(id))).toHaveLength(4);
});

describe('default roles', () => {
  test('have permissions for localized types, extended by each new locale', async () => {
    const app = await start();
    const token = await registerAdmin(app);
    expect(new Set((await localesOf(app, EDITOR, 'article')).map(String))).toEqual(new Set(['en']));
    expect(await localesOf(app, EDITOR, 'article')).toHaveLength(5);
    expect(await localesOf(app, AUTHOR, 'article')).toHaveLength(4);
    expect((await addLocale(app, token, 'fr')).status).toBe(200);
    for (const role of [1, EDITOR, AUTHOR]) {
      const all = await localesOf(app, role, 'article');
      expect(new Set(all.map(String))).toEqual(new Set(['en,fr']));
      expect(await localesOf(app, role, 'author')).not.toContainEqual(expect.anything());
    }
    const [id] = await readRows(app, `select id from i18n_locale where code = 'fr'`);
    const removed = await call(app, `/i18n/locales/${String(id)}`, { method: 'DELETE', token });
    expect(removed.status).toBe(200);
    expect(new Set((await localesOf(app, AUTHOR, 'tag')).map(String))).toEqual(new Set(['en']));
  });

  test('keep permissions that Strapi or an administrator created', async () => {
    const app = await start({ database: 'files/auth.db' });
    const token = await registerLater(app);
    const before = await rowsOf(app, EDITOR);
    expect((await addLocale(app, token, 'fr')).status).toBe(200);
    expect(await rowsOf(app, EDITOR)).toEqual(before);
    expect(new Set((await localesOf(app, 1, 'article')).map(String))).toEqual(new Set(['en,fr']));
  });

  test('get a locale that another program added at the next start', async () => {
    const first = await start();
    await registerAdmin(first);
    await changeDatabase(first, `insert into i18n_locale (code, name) values ('de', 'Deutsch')`);
    const second = await start({ beside: first });
    expect(new Set((await localesOf(second, EDITOR, 'tag')).map(String))).toEqual(
      new Set(['en,de']),
    );
  });
});

/** Signs the administrator of a recorded database in. */
async function registerLater(app: TestApp): Promise<string> {
  const body = { email: 'admin@example.com', password: 'Passw0rd!' };
  const response = await call(app, '/admin/login', { method: 'POST', body });
  return response.json<{ data: { token: string } }>().data.token;
}
