import { chmodSync, readFileSync, readdirSync, statSync, symlinkSync, lstatSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject, type ProjectFiles } from '../../test/support/project-folder.ts';
import { loadProject, type Project } from './load.ts';
import type { Environment } from './env.ts';

const NAMES = [
  'APP_KEYS',
  'API_TOKEN_SALT',
  'ADMIN_JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
];

test('generates and reports all secrets on the first start, and none on the second', async () => {
  const root = makeProject({});
  const first = await load(root);
  const text = readFileSync(`${root}/.env`, 'utf8');
  expect(text.split('\n').map((line) => line.split('=')[0])).toEqual([...NAMES, '']);
  expect(statSync(`${root}/.env`).mode & 0o777).toBe(0o600);
  expect(first.notices).toEqual([expect.stringContaining(`in .env: ${NAMES.join(', ')}`)]);
  expect(first.notices.join()).not.toContain(first.config.admin.apiTokenSalt);
  expect(first.config.admin.encryptionKey.length).toBeGreaterThan(30);
  expect(first.config.server.appKeys).toHaveLength(4);

  const second = await load(root);
  expect(second.notices).toEqual([]);
  expect(second.config).toEqual(first.config);
  expect(readFileSync(`${root}/.env`, 'utf8')).toBe(text);
});

test('preserves the content and mode of .env', async () => {
  const before = '# mine\r\nAPI_TOKEN_SALT="kept"  # yes\n\nX=1';
  const root = makeProject({ '.env': before });
  chmodSync(`${root}/.env`, 0o644);
  const { config } = await load(root);
  const after = readFileSync(`${root}/.env`, 'utf8');
  expect(after.startsWith(`${before}\nAPP_KEYS=`)).toBe(true);
  expect(config.admin.apiTokenSalt).toBe('kept');
  expect(statSync(`${root}/.env`).mode & 0o777).toBe(0o644);
  expect(readdirSync(root)).toEqual(['.env']);
});

test('preserves a symbolic link .env', async () => {
  const root = makeProject({ 'secret/env': 'X=1\n' });
  symlinkSync('secret/env', `${root}/.env`);
  await load(root);
  expect(lstatSync(`${root}/.env`).isSymbolicLink()).toBe(true);
  expect(readFileSync(`${root}/secret/env`, 'utf8')).toMatch(/^X=1\nAPP_KEYS=/);
});

test('does not write through symbolic links at guessable temporary paths', async () => {
  const root = makeProject({ '.env': 'X=1\n', 'other.txt': 'mine' });
  for (const name of [`.env.${process.pid}.tmp`, '.env.tmp']) {
    symlinkSync('other.txt', `${root}/${name}`);
  }
  await load(root);
  expect(readFileSync(`${root}/other.txt`, 'utf8')).toBe('mine');
  expect(lstatSync(`${root}/.env`).isSymbolicLink()).toBe(false);
});

test('does not generate secrets that are set by the configuration or the process', async () => {
  const files: ProjectFiles = {
    'config/admin.json': {
      apiToken: { salt: 'a' },
      auth: { secret: 'b' },
      transfer: { token: { salt: 'c' } },
      secrets: { encryptionKey: 'd' },
    },
    'config/server.json': { app: { keys: ['e'] } },
  };
  const root = makeProject(files);
  const { notices } = await load(root, { JWT_SECRET: 'f' });
  expect(notices).toEqual([]);
  expect(readdirSync(root)).toEqual(['config']);
});

test('does not generate new secrets at every start for an empty variable', async () => {
  const root = makeProject({});
  const first = await load(root, { JWT_SECRET: '' });
  const second = await load(root, { JWT_SECRET: '' });
  expect(second.notices).toEqual([]);
  expect(second.config.plugins).toEqual(first.config.plugins);
});

test('writes nothing during a check, and reports the secrets that a start would generate', async () => {
  const root = makeProject({});
  const options = { builtIn: [], environment: {}, writeSecrets: false };
  const { notices, config } = await loadProject(root, options);
  expect(readdirSync(root)).toEqual([]);
  expect(notices).toEqual([expect.stringContaining('will be generated')]);
  expect(config.admin.authSecret).not.toBe('');
});

test('generates no secrets for a project with errors', async () => {
  const root = makeProject({ 'src/api/a/content-types/a/schema.json': '{' });
  await expect(load(root)).rejects.toThrow('cannot start');
  expect(readdirSync(root)).toEqual(['src']);
});

test('names the variables to set if the file is not writable', async () => {
  const root = makeProject({ file: '' });
  const environment = { ENV_PATH: 'file/.env', JWT_SECRET: 'x' };
  await expect(load(root, environment)).rejects.toMatchObject({
    issues: [{ message: expect.stringMatching(/cannot be written .* APP_KEYS, API_TOKEN_SALT/) }],
  });
});

test('starts without optional secrets if the file is not writable, and warns', async () => {
  const root = makeProject({ file: '' });
  const required = NAMES.filter((name) => !/SALT$|^ENCRYPTION/.test(name));
  const environment = Object.fromEntries(
    [...required, 'API_TOKEN_SALT'].map((name) => [name, 'x']),
  );
  const { warnings, notices } = await load(root, { ...environment, ENV_PATH: 'file/.env' });
  expect(notices).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(/^\.env cannot be written .* TRANSFER_TOKEN_SALT, ENCRYPTION_KEY\.$/),
  ]);
});

function load(root: string, environment: Environment = {}): Promise<Project> {
  return loadProject(root, { builtIn: [], environment: { ...environment } });
}
