// `quoin role`: roles and their permissions in the project's database, which is created if it is missing.
import { expect, test } from 'vitest';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';

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

test('reports what it rejects, and changes nothing', async () => {
  const folder = makePosts();
  const words = ['create', '--name', 'X', '--grant', 'post.fnid', 'nope.nope.nope'];
  const { code, stderr } = await runQuoin(folder, 'role', ...words);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'There is no action "post.fnid". Did you mean "post.find"?\nThere is no action "nope.nope.nope".\n',
  );
  expect(stderr).not.toContain('    at ');
  expect(readValue(folder, "select count(*) from up_roles where name = 'X'")).toBe(0);
});
