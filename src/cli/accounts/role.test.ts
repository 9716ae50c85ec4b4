// Values that `quoin role` rejects; nothing changes. Its output is tested in test/cli/role.test.ts.
import { expect, test, vi } from 'vitest';
import { changeDatabase, readValue } from '../../../test/support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../../../test/support/project-folder.ts';
import { share } from '../../../test/support/shared.ts';
import {
  createRoleCommand,
  deleteRoleCommand,
  grantToRoleCommand,
  listRolesCommand,
  showRoleCommand,
} from './role.ts';

/** With two roles of the same name. */
const project = share(async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await listRolesCommand(folder);
  log.mockRestore();
  changeDatabase(
    folder,
    `insert into up_roles (id, name, type) values (8, 'Twin', 'one'), (9, 'Twin', 'two')`,
  );
  return folder;
});

test.each<[string, (folder: string) => Promise<void>, string]>([
  [
    'show publik',
    (folder) => showRoleCommand(folder, 'publik'),
    'There is no role "publik". Did you mean "public"? List them with: quoin role list',
  ],
  [
    'show twin',
    (folder) => showRoleCommand(folder, 'Twin'),
    'Several roles match "Twin". Use one of their ids: 8, 9',
  ],
  [
    'delete public',
    (folder) => deleteRoleCommand(folder, 'public'),
    'The public role applies to everyone without an account and cannot be deleted.',
  ],
  [
    'create " "',
    (folder) => createRoleCommand(folder, { name: ' ' }),
    'A name must not be empty or contain control characters.',
  ],
  [
    'create Public',
    (folder) => createRoleCommand(folder, { name: 'Public' }),
    'A role of the type "public" already exists.',
  ],
  [
    'create --grant post.fnid nope.nope.nope',
    (folder) => createRoleCommand(folder, { name: 'X', grant: ['post.fnid', 'nope.nope.nope'] }),
    'There is no action "post.fnid". Did you mean "post.find"?\nThere is no action "nope.nope.nope".',
  ],
  [
    'grant public find',
    (folder) => grantToRoleCommand(folder, 'public', ['find']),
    'There is no action "find".',
  ],
])('rejects %s', async (_what, run, message) => {
  const state =
    "select (select count(*) from up_roles) || ' ' || (select count(*) from up_permissions)";
  const before = readValue(project(), state);
  await expect(run(project())).rejects.toThrow(message);
  expect(readValue(project(), state)).toBe(before);
});

test('shows a role without permissions by its id', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await showRoleCommand(project(), '9');
  const lines = log.mock.calls.flat();
  log.mockRestore();
  expect(lines).toEqual(['Role "Twin" (two), 0 users.', 'It has no permissions.']);
});
