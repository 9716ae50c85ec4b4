// `quoin admin`: administrators in the project's database, who can sign in at its server.
import { expect, test } from 'vitest';
import { readValue } from '../support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';

async function signIn(port: number, email: string, password: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

test('creates, lists and signs in an administrator, and resets the password', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const create = (...words: readonly string[]) =>
    runQuoin(folder, 'admin', 'create', '--email', ...words);

  const first = await create('Ada@Example.com', '--firstname', 'Ada', '--lastname', 'L');
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain('Created administrator ada@example.com (Super Admin).');
  const made = first.stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(made).toMatch(/^[A-Za-z2-9]{20}$/);

  const second = await create('eve@example.com', '--role', 'editor', '--password', 'Passw0rd!');
  expect(second.stdout).toBe('Created administrator eve@example.com (Editor).\n');
  expect(readValue(folder, 'select count(*) from admin_permissions')).toBeGreaterThan(10);

  const list = await runQuoin(folder, 'admin', 'list');
  expect(list.stdout).toMatch(/^ +1 {2}ada@example\.com +Ada L +Super Admin$/m);
  expect(list.stdout).toMatch(/^ +2 {2}eve@example\.com +eve +Editor$/m);

  const { port } = await startQuoin(folder);
  expect(await signIn(port, 'ada@example.com', made)).toBe(200);
  expect(await signIn(port, 'eve@example.com', 'Passw0rd!')).toBe(200);

  const words = 'admin reset-password eve@example.com --password An0therOne';
  const reset = await runQuoin(folder, ...words.split(' '));
  expect(reset.stdout).toBe('eve@example.com has a new password. All sessions are closed.\n');
  expect(await signIn(port, 'eve@example.com', 'Passw0rd!')).toBe(400);
  expect(await signIn(port, 'eve@example.com', 'An0therOne')).toBe(200);
  const status = `select group_concat(status) from strapi_sessions where user_id = '2'`;
  expect(readValue(folder, status)).toBe('revoked,active');
});

test('prints every reason why it rejects values', async () => {
  const folder = makeProject({ 'config/server.json': {} });
  const words = 'admin create --email nobody --password short';
  const { code, stdout, stderr } = await runQuoin(folder, ...words.split(' '));
  expect([code, stdout]).toEqual([1, expect.not.stringContaining('Created administrator')]);
  expect(stderr).toContain(
    'The email must be a valid email.\nThe password must be at least 8 characters.\n',
  );
  expect(stderr).not.toContain('    at ');
});

test('explains how to create the first administrator', async () => {
  const folder = makeProject({ 'config/server.json': {} });
  await runQuoin(folder, 'token', 'list');
  const { stdout } = await runQuoin(folder, 'admin', 'list');
  expect(stdout).toBe(
    'There are no administrators. Create one with: quoin admin create --email me@example.com\n',
  );
});
