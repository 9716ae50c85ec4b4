// Values that `quoin admin` rejects. Its output is tested in test/cli/admin.test.ts.
import { expect, test, vi } from 'vitest';
import { readValue } from '../../../test/support/other-connection.ts';
import { makeProject } from '../../../test/support/project-folder.ts';
import { share } from '../../../test/support/shared.ts';
import { createAdmin, resetAdminPassword } from './admin.ts';

const ADA = { email: 'ada@example.com', password: 'Passw0rd!' };

const project = share(async () => {
  const folder = makeProject({ 'config/server.json': {} });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await createAdmin(folder, ADA);
  log.mockRestore();
  return folder;
});

test.each([
  [
    { email: 'nobody', password: 'short' },
    'The email must be a valid email.\nThe password must be at least 8 characters.',
  ],
  [{ ...ADA, email: 'ADA@example.com' }, 'There is an administrator ada@example.com already.'],
  [{ ...ADA, email: 'eve@example.com', role: 'king' }, 'There is no role "king".'],
])('rejects %j with every reason', async (options, message) => {
  await expect(createAdmin(project(), options)).rejects.toThrow(message);
  expect(readValue(project(), 'select count(*) from admin_users')).toBe(1);
});

test('does not reset the password of an unknown administrator', async () => {
  await expect(resetAdminPassword(project(), { email: 'eve@example.com' })).rejects.toThrow(
    'There is no administrator eve@example.com. List them with: quoin admin list',
  );
});
