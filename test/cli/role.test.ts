// `quoin role`: roles and their permissions in the project's database, which is created if it is missing.
import { expect, test } from 'vitest';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';
import { share } from '../support/shared.ts';

function makePosts(): string {
  return makeProject({ [schemaOf('post')]: collectionType('post') });
}

test('creates, shows, changes and deletes roles in an empty folder', async () => {
  const folder = makePosts();
  const run = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runQuoin(folder, 'role', ...words);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  const made = await run(
    'create',
    '--name',
    'Chef Éditeur',
    '--description',
    'Edits.',
    '--grant',
    'post.find',
    'user.me',
  );
  expect(made).toContain('Generated new secrets');
  expect(made).toContain('Created role "Chef Éditeur" (chef_editeur) with 2 actions.');

  expect(await run('grant', 'chef_editeur', 'api::post.post.publish', 'post.find')).toBe(
    'Granted api::post.post.publish to "chef_editeur".\n',
  );
  expect(await run('show', 'Chef Éditeur')).toBe(
    [
      'Role "Chef Éditeur" (chef_editeur), 0 users.',
      'Edits.',
      '  api::post.post.find',
      '  api::post.post.publish',
      '  plugin::users-permissions.user.me',
      '',
    ].join('\n'),
  );
  expect(await run('grant', '3', 'post.find')).toBe(
    'Nothing changed: "chef_editeur" already has these actions.\n',
  );
  expect(await run('revoke', '3', 'post.*')).toBe(
    'Revoked api::post.post.find from "chef_editeur".\n' +
      'Revoked api::post.post.publish from "chef_editeur".\n',
  );
  expect(await run('revoke', '3', 'post.find')).toBe(
    'Nothing changed: "chef_editeur" has none of these actions.\n',
  );
  expect(await run('list')).toMatch(
    /^ {3}3 {2}chef_editeur {9}Chef Éditeur {13}0 users, 1 action$/m,
  );
  expect(await run('actions')).toMatch(
    /^api::post\.post\.find\n.*api::post\.post\.discardDraft\n$/s,
  );

  changeDatabase(
    folder,
    `insert into up_users (id, username, email) values (7, 'ada', 'ada@example.com');
      insert into up_users_role_lnk (user_id, role_id, user_ord) values (7, 3, 1)`,
  );
  expect(await run('delete', 'chef_editeur')).toBe(
    'Deleted role "Chef Éditeur" (chef_editeur). Moved 1 user to the public role.\n',
  );
  const type =
    'select r.type from up_users_role_lnk l join up_roles r on r.id = l.role_id where l.user_id = 7';
  expect(readValue(folder, type)).toBe('public');
});

const unchanged = share(async () => {
  const folder = makePosts();
  await runQuoin(folder, 'role', 'list');
  return folder;
});

test.each([
  [
    ['show', 'publik'],
    'There is no role "publik". Did you mean "public"? List them with: quoin role list',
  ],
  [
    ['delete', 'public'],
    'The public role applies to everyone without an account and cannot be deleted.',
  ],
  [['create', '--name', ' '], 'A name must not be empty or contain control characters.'],
  [['create', '--name', 'Public'], 'A role of the type "public" already exists.'],
  [
    ['create', '--name', 'X', '--grant', 'post.fnid', 'nope.nope.nope'],
    'There is no action "post.fnid". Did you mean "post.find"?\nThere is no action "nope.nope.nope".\n',
  ],
  [['grant', 'public', 'find'], 'There is no action "find".'],
])('quoin role %j: reports the error, and changes nothing', async (words, message) => {
  const folder = unchanged();
  const state =
    "select (select count(*) from up_roles) || ' ' || (select count(*) from up_permissions)";
  const before = readValue(folder, state);
  const { code, stdout, stderr } = await runQuoin(folder, 'role', ...words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
  expect(readValue(folder, state)).toBe(before);
});

test('lists the ids of roles with the same name', async () => {
  const folder = makePosts();
  await runQuoin(folder, 'role', 'list');
  changeDatabase(folder, "insert into up_roles (id, name, type) values (8, 'Public', 'public')");
  const { code, stderr } = await runQuoin(folder, 'role', 'show', 'public');
  expect([code, stderr]).toEqual([1, 'Several roles match "public". Use one of their ids: 2, 8\n']);
  expect((await runQuoin(folder, 'role', 'show', '8')).stdout).toContain('It has no permissions.');
});
