// `quoin token`: tokens in the project's database, which is created if it is missing.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';

test('creates, lists and revokes tokens in an empty folder', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });

  const first = await runQuoin(folder, 'token', 'create', '--name', 'site');
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('Generated new secrets in .env: APP_KEYS, API_TOKEN_SALT');
  expect(first.stdout).toContain('Created token "site" (read-only).');
  expect(first.stdout.trimEnd().split('\n').at(-1)).toMatch(/^[0-9a-f]{256}$/);
  expect(readFileSync(path.join(folder, '.env'), 'utf8')).toMatch(/^API_TOKEN_SALT=\S{32}$/m);

  const second = await runQuoin(
    folder,
    'token',
    'create',
    '--name',
    'site',
    '--type',
    'full-access',
  );
  expect(second.stdout).not.toContain('secrets');
  expect(second.stdout).toContain('The name "site" is in use: the new token is called "site (2)".');
  expect(second.stdout).toContain('Created token "site (2)" (full-access).');

  const list = await runQuoin(folder, 'token', 'list');
  expect(list.code).toBe(0);
  for (const name of ['Read Only', 'Full Access', 'site', 'site (2)']) {
    expect(list.stdout).toMatch(
      new RegExp(
        `^ *\\d+ {2}${name.replace(/[()]/g, '\\$&')} +(?:read-only|full-access) +never expires, not used yet$`,
        'm',
      ),
    );
  }

  const revoked = await runQuoin(folder, 'token', 'revoke', 'site (2)');
  expect([revoked.code, revoked.stdout]).toEqual([0, 'Revoked token "site (2)".\n']);
  expect(
    readValue(folder, `select group_concat(name) from strapi_api_tokens where name like 'site%'`),
  ).toBe('site');

  const again = await runQuoin(folder, 'token', 'revoke', 'site (2)');
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toBe('There is no token "site (2)". List them with: quoin token list\n');
});

test('prefers a name to an id, and changes only content API tokens', async () => {
  const folder = makeProject({ 'config/server.json': {} });
  await runQuoin(folder, 'token', 'create', '--name', '1');
  changeDatabase(
    folder,
    `insert into strapi_api_tokens (id, name, type, kind, access_key)
      values (90, 'inner', 'custom', 'admin', 'x'), (91, 'odd', 'custom', 'content-api', 'y')`,
  );
  const left = 'select group_concat(name) from (select name from strapi_api_tokens order by id)';
  expect(readValue(folder, left)).toBe('Read Only,Full Access,1,inner,odd');
  expect((await runQuoin(folder, 'token', 'revoke', '1')).stdout).toBe('Revoked token "1".\n');
  expect(readValue(folder, left)).toBe('Read Only,Full Access,inner,odd');
  for (const name of ['inner', '90']) {
    expect((await runQuoin(folder, 'token', 'revoke', name)).code).toBe(1);
  }
  expect((await runQuoin(folder, 'token', 'revoke', '91')).code).toBe(0);
  expect(readValue(folder, left)).toBe('Read Only,Full Access,inner');
});

test('creates a custom token with actions and a lifespan, and regenerates its key', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const words =
    'token create --name importer --description nightly --lifespan 30 --permissions post.find api::post.post.create';
  const made = await runQuoin(folder, ...words.split(' '));
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('Created token "importer" (custom).');
  const key = made.stdout.trimEnd().split('\n').at(-1);

  const list = await runQuoin(folder, 'token', 'list');
  expect(list.stdout).toMatch(
    /importer +custom +expires \d{4}-\d\d-\d\d, not used yet, actions: api::post\.post\.find, api::post\.post\.create$/m,
  );
  const stored = `select description || ' ' || lifespan || ' ' || ((expires_at - created_at) / 1000)
    from strapi_api_tokens where name = 'importer'`;
  expect(readValue(folder, stored)).toMatch(/^nightly 2592000000 259(?:2000|1999)$/);

  const again = await runQuoin(folder, 'token', 'regenerate', 'importer');
  expect(again.stdout).toMatch(
    /^Token "importer" has a new key. The old one is no longer valid\.\n[0-9a-f]{256}\n$/,
  );
  expect(again.stdout).not.toContain(key);
});

test('reports what it rejects, and creates nothing', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const words = ['token', 'create', '--name', 'x', '--permissions', 'post.fnd'];
  const { code, stderr } = await runQuoin(folder, ...words);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('There is no action "post.fnd". Did you mean "post.find"?'),
  ]);
  expect(stderr).not.toContain('    at ');
  expect(readValue(folder, `select count(*) from strapi_api_tokens where name = 'x'`)).toBe(0);
});
