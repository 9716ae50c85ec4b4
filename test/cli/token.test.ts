// `quoin token`: tokens in the project's database, which is made first where there is none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readValue } from '../support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';

test('from an empty folder: made, listed, revoked', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });

  const first = await runQuoin(folder, 'token', 'create', '--name', 'site');
  expect(first.code).toBe(0);
  expect(first.stdout).toContain(
    'New secrets were made and are kept in .env: APP_KEYS, API_TOKEN_SALT',
  );
  expect(first.stdout).toContain('Token "site" (read-only) was made.');
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
  expect(second.stdout).toContain('The name "site" is taken: this one is "site (2)".');
  expect(second.stdout).toContain('Token "site (2)" (full-access) was made.');

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
  expect([revoked.code, revoked.stdout]).toEqual([0, 'Token "site (2)" is revoked.\n']);
  expect(
    readValue(folder, `select group_concat(name) from strapi_api_tokens where name like 'site%'`),
  ).toBe('site');

  const again = await runQuoin(folder, 'token', 'revoke', 'site (2)');
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toBe('There is no token "site (2)". See them with: quoin token list\n');
});
