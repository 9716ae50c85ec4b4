import { expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../../test/support/project-folder.ts';
import { ProjectError } from '../project/project-error.ts';
import { openProject } from './project.ts';
import { assertSettings } from './settings.ts';

async function checked(config: object): Promise<void> {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/plugins.json': { 'users-permissions': { config } },
  });
  assertSettings(await openProject(folder, { environment: {} }));
}

test('accepts valid settings', async () => {
  await checked({ jwt: { expiresIn: '7d' } });
});

test.each([
  [{ jwt: { expiresIn: 'soon' } }, 'jwt.expiresIn'],
  [{ jwt: { algorithm: 'none' } }, 'jwt.algorithm'],
  [{ providers: { own: { issuer: 'http://example.com' } } }, 'providers.own.issuer'],
  [{ validationRules: { validatePassword: 'x' } }, 'validationRules.validatePassword'],
  [{ sessions: { cookie: { sameSite: 'x' } } }, 'sessions.cookie.sameSite'],
])('rejects %j before the server is built', async (config, path) => {
  await expect(checked(config)).rejects.toThrow(`users-permissions.config.${path}`);
});

test('reports all errors at once', async () => {
  const config = {
    jwt: { expiresIn: 'soon' },
    sessions: { cookie: { sameSite: 'x' } },
    validationRules: { validatePassword: 'x' },
  };
  const error = await checked(config).catch((reason: unknown) => reason);
  const paths = error instanceof ProjectError ? error.issues.map(({ path }) => path) : [];
  expect(paths.map((path) => path.replace('users-permissions.config.', ''))).toEqual([
    'jwt.expiresIn',
    'sessions.cookie.sameSite',
    'validationRules.validatePassword',
  ]);
});
