// Published vulnerabilities of Strapi in reads, and general risks of such a server, each with a test that Quoin is
// not affected. Accounts and files have their own files; not-applicable.ts lists the others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { onClient } from '../support/test-database.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { grantPublic, storeToken } from '../support/stored-token.ts';
import { vendored } from '../support/vendored-projects.ts';
import { NOT_APPLICABLE } from './not-applicable.ts';
import { seededUsers } from './seeded-users.ts';

/** A project whose recipes, jars and menus show who made them, and whose people are linked to content. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ project: 'pantry', database: 'fixtures/pantry.db' });
  await changeDatabase(app, seededUsers('pantry'));
  for (const uid of ['recipe', 'jar', 'grocer', 'menu']) {
    await grantPublic(app, `api::${uid}.${uid}.find`);
  }
});
afterAll(() => app.close());

type Who = 'public' | 'full-access';
const EVERYBODY: readonly Who[] = ['public', 'full-access'];

function get(url: string, who: Who = 'full-access'): Promise<TestResponse> {
  return app.request(url, who === 'public' ? { authorization: null } : {});
}

/** The hashes and tokens of the seeded rows all begin with one of these. */
const BEGINNINGS = { password: '$2', resetPasswordToken: 'reset', registrationToken: 'reg' };

describe('CVE-2023-22894 / GHSA-jjqf-j4w7-92w8: secrets read through filters, character by character', () => {
  const OPERATORS = [
    '$eq',
    '$ne',
    '$startsWith',
    '$contains',
    '$containsi',
    '$lt',
    '$gt',
    '$null',
    '$notNull',
    '$in',
    '$not',
  ];

  test.each(OPERATORS)('%s on a secret is rejected, whatever its value', async (operator) => {
    for (const [name, beginning] of Object.entries(BEGINNINGS)) {
      for (const path of ['createdBy', 'updatedBy'].map((by) => `[${by}][${name}]`)) {
        const responses = await Promise.all(
          [beginning, 'zzz'].map((value) =>
            get(`/api/recipes?filters${path}[${operator}]=${encodeURIComponent(value)}`),
          ),
        );
        expect(responses.map(({ status }) => status)).toEqual([400, 400]);
        expect(responses[0]?.text).toBe(responses[1]?.text);
      }
    }
  });

  test.each([
    ['the hash of a related user', 'filters[chef][password][$startsWith]=$2'],
    [
      'in a group',
      'filters[$or][0][title][$notNull]=true&filters[$or][1][chef][password][$contains]=a',
    ],
    ['under a negation', 'filters[$not][chef][resetPasswordToken][$startsWith]=r'],
    ['deep down', 'filters[jars][recipes][chef][confirmationToken][$startsWith]=c'],
    ['in a populate', 'populate[chef][filters][password][$startsWith]=$2'],
    ['by their order', 'sort=chef.password'],
    ['by their order in a populate', 'populate[chef][sort]=resetPasswordToken'],
    ['as a field', 'populate[chef][fields][0]=password'],
    ['as a field of the administrator', 'populate[createdBy][fields][0]=email'],
  ])('%s: 400 for every caller', async (_what, query) => {
    for (const who of EVERYBODY) expect((await get(`/api/recipes?${query}`, who)).status).toBe(400);
  });

  test('a search does not find them (D4)', async () => {
    for (const text of ['$2b$10', 'reset-', 'confirm-']) {
      const found = await get(`/api/recipes?_q=${encodeURIComponent(text)}`);
      expect(found.json()).toMatchObject({ data: [] });
    }
  });
});

describe('CVE-2023-34235 / GHSA-9xg4-3qfm-9w8f: a column named with the alias of its table', () => {
  test.each([
    'filters[t0.secret][$notNull]=true',
    'filters[t1.password][$startsWith]=$2',
    'filters[chef][t1.password][$startsWith]=$2',
    'filters[t1%2epassword]=x',
    'sort=t0.created_by_id',
    'fields[0]=t0.secret',
    'fields=created_by_id',
    'filters[created_by_id]=1',
    'filters[reset_password_token]=1',
    'populate[chef][filters][reset_password_token][$notNull]=true',
  ])('%s is an invalid key', async (query) => {
    expect((await get(`/api/recipes?${query}`)).status).toBe(400);
  });
});

describe('CVE-2024-56143 / GHSA-495j-h493-42q2 and CVE-2026-27886: internal parameters', () => {
  test.each(['lookup', 'where', '_where', 'select', 'orderBy', 'having', 'params', 'filters2'])(
    '%s changes no response, or is rejected',
    async (name) => {
      const [plain, matching, other] = await Promise.all(
        [
          '',
          `${name}[updatedBy][resetPasswordToken][$startsWith]=reset`,
          `${name}[updatedBy][resetPasswordToken][$startsWith]=zzz`,
        ].map((query) => get(`/api/recipes?${query}`, 'public')),
      );
      expect(matching?.text).toBe(other?.text);
      expect([plain?.text, matching?.status]).toContain(
        matching?.status === 400 ? 400 : matching?.text,
      );
    },
  );
});

describe('CVE-2022-30617 and CVE-2022-30618: populated secrets of administrators and users', () => {
  const SECRETS =
    /\$2[aby]\$|reset-|registration-|confirm-|password|resetPasswordToken|@example\.com/i;

  test.each([
    'populate=createdBy,updatedBy',
    'populate[createdBy][populate]=*',
    'populate[createdBy]=true&populate[updatedBy]=true',
    'populate=*',
  ])('%s returns only the names of administrators', async (query) => {
    const response = await get(`/api/jars?${query}&status=draft`, 'public');
    expect(response.status).toBe(200);
    expect(response.text).not.toMatch(SECRETS);
  });

  test('a user is hidden without permission, and returned without secrets', async () => {
    const url = '/api/recipes?populate=chef&status=draft&locale=*';
    await changeDatabase(
      app,
      `insert into recipes_chef_lnk (recipe_id, user_id) select id, 21 from recipes where id not in (select recipe_id from recipes_chef_lnk) limit 3 on conflict do nothing`,
    );
    const closed = await get(url, 'public');
    expect(closed.text).not.toContain('"chef"');
    const open = await get(url);
    expect(open.text).toContain('"username":"seeded 21"');
    expect(open.text).not.toMatch(/\$2[aby]\$|reset-2|confirm-2|"password"/);
  });

  test('types with hidden creators reject them', async () => {
    for (const query of ['populate=createdBy', 'filters[createdBy][id]=1', 'sort=createdBy.id']) {
      expect((await get(`/api/shelves?${query}`)).status).toBe(400);
    }
  });
});

describe('CVE-2023-34093 / GHSA-chmr-rg2f-9jmf: private attributes that become public in an extended type', () => {
  test('a project that extends the user type keeps its secrets private', async () => {
    const file = 'src/extensions/users-permissions/content-types/user/schema.json';
    const user = {
      kind: 'collectionType',
      collectionName: 'up_users',
      info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
      options: { draftAndPublish: false, privateAttributes: ['nickname'] },
      attributes: {
        username: { type: 'string', minLength: 3, unique: true, required: true },
        email: { type: 'email', minLength: 6, required: true },
        password: { type: 'password', minLength: 6, searchable: false },
        role: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::users-permissions.role',
          inversedBy: 'users',
        },
        nickname: { type: 'string' },
      },
    };
    const owned = {
      owner: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.user' },
    };
    const schema = collectionType('house', owned);
    const project = makeProject(
      { [schemaOf('house')]: schema, [file]: user },
      vendored('conformance', 'projects', 'kitchen'),
    );
    await using extended = await openTestApp({ project });
    for (const query of [
      'filters[owner][password][$notNull]=true',
      'filters[owner][nickname][$notNull]=true',
      'sort=owner.password',
    ]) {
      expect((await extended.request(`/api/houses?${query}`)).status).toBe(400);
    }
  });
});

describe('relations that bypass permissions (populate and sort of the same advisories)', () => {
  test.each([
    ['populate', 'populate=outer.middle.jar.shelf'],
    ['populate of everything', 'populate[outer][populate][middle][populate]=*'],
  ])('%s omits the relation', async (_what, query) => {
    await storeToken(app, `closed ${query}`.replaceAll(/\W/g, ''), {
      type: 'custom',
      actions: ['api::recipe.recipe.find'],
    });
    const response = await app.request(`/api/recipes?${query}`, {
      authorization: `Bearer ${`closed ${query}`.replaceAll(/\W/g, '')}`,
    });
    expect(response.status).toBe(200);
    expect(response.text).not.toMatch(/"jar"|"shelf"/);
  });
});

describe('CVE-2026-22599: SQL in the options of a column', () => {
  test('a default is a value and never executed', async () => {
    const evil = "x'); drop table authors; --";
    const attributes = { title: { type: 'string', column: { defaultTo: evil } } };
    const project = makeProject(
      { [schemaOf('trap')]: collectionType('trap', attributes) },
      vendored('conformance', 'projects', 'kitchen'),
    );
    await using trapped = await openTestApp({ project });
    const headers = { 'content-type': 'application/json' };
    const made = await trapped.request('/api/traps', {
      method: 'POST',
      headers,
      body: '{"data":{}}',
    });
    expect(made.status).toBe(201);
    expect((await trapped.request('/api/authors')).status).toBe(200);
    const stored = onClient({
      sqlite: `select dflt_value from pragma_table_info('traps') where name = 'title'`,
      postgres: `select column_default from information_schema.columns
        where table_name = 'traps' and column_name = 'title'`,
    });
    expect(await readValue(trapped, stored)).toContain('drop table');
  });

  test.each([
    ['a key', "filters[id' or 1=1 --]=1"],
    ['an alias', 'sort=name;drop table authors'],
    ['a locale', "locale=en' or '1'='1"],
    ['a value', "filters[title][$eq]=' or 1=1 --"],
    ['a search', "_q=' or 1=1 --"],
    ['a number', 'filters[id][$in][0]=1) or (1=1'],
  ])('SQL as %s has no effect', async (_what, query) => {
    const response = await get(`/api/recipes?${encodeURI(query)}`);
    expect(response.status).toBeLessThan(500);
    if (response.status === 200) expect(response.json()).toMatchObject({ data: [] });
  });
});

describe('vulnerable routes of Strapi that do not exist in Quoin', () => {
  test.each([
    ['CVE-2019-19609: plugins installed by name', 'POST', '/admin/plugins/install'],
    ['CVE-2019-19609: and removed', 'DELETE', '/admin/plugins/uninstall/x'],
    ['CVE-2020-27664: webhooks', 'POST', '/admin/webhooks'],
    ['CVE-2024-52588: webhooks that call addresses inside', 'POST', '/admin/webhooks/trigger'],
    ['CVE-2020-27665: schemas written', 'POST', '/content-type-builder/content-types'],
    ['CVE-2026-22599: schemas written', 'POST', '/api/content-type-builder/content-types'],
    [
      'CVE-2023-36472: relations of the content manager',
      'GET',
      '/content-manager/relations/api::recipe.recipe/chef',
    ],
    [
      'CVE-2023-37263: titles of relations',
      'GET',
      '/content-manager/collection-types/api::recipe.recipe',
    ],
    ['CVE-2024-29181: views of the content manager', 'GET', '/content-manager/content-types'],
    [
      'CVE-2021-28128: an administrator password changed without the old one',
      'PUT',
      '/admin/users/me',
    ],
    ['CVE-2022-31367: administrators listed with hidden fields', 'GET', '/admin/users'],
    ['CVE-2021-46440: a documentation password in a cookie', 'GET', '/documentation'],
    ['CVE-2020-8123: a restart on demand', 'PUT', '/admin/reload'],
  ] as const)('%s: 401, 404 or 405', async (_what, method, url) => {
    const headers = { 'content-type': 'application/json' };
    for (const authorization of [null, `Bearer ${app.token}`]) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
      const { status } = await app.request(url, { method, headers, authorization, ...body });
      expect([401, 404, 405]).toContain(status);
    }
  });

  test('other advisories are listed with the reason why they do not apply', () => {
    for (const { id, why } of NOT_APPLICABLE) {
      expect(id).toMatch(/^CVE-\d{4}-\d{4,}$/);
      expect(why.length).toBeGreaterThan(40);
    }
  });
});
