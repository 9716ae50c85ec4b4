// Values that `quoin token` rejects. Its output is tested in test/cli/token.test.ts.
import { expect, test, vi } from 'vitest';
import { changeDatabase, readValue } from '../../../test/support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../../../test/support/project-folder.ts';
import { share } from '../../../test/support/shared.ts';
import {
  createTokenCommand,
  listTokensCommand,
  regenerateTokenCommand,
  type TokenOptions,
} from './token.ts';

/** Runs a command. @returns what it prints */
async function printed(run: Promise<void>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await run;
    return log.mock.calls.join('\n');
  } finally {
    log.mockRestore();
  }
}

/** With two tokens of the same name, and an invalid time. */
const project = share(async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  await printed(createTokenCommand(folder, { name: 'same' }));
  changeDatabase(
    folder,
    `insert into strapi_api_tokens (name, type, access_key) values ('same', 'custom', 'x');
    update strapi_api_tokens set last_used_at = 9e18 where id = 1`,
  );
  return folder;
});

test.each(['', '  ', 'a\nb'])('rejects the name %j', async (name) => {
  await expect(createTokenCommand(project(), { name })).rejects.toThrow(
    /^A name must not be empty or contain control characters\./,
  );
});

test.each<[Omit<TokenOptions, 'name'>, string]>([
  [{ type: 'custom' }, 'Missing permissions attribute for custom token.'],
  [{ type: 'full-access', permissions: ['post.find'] }, 'Non-custom tokens should not'],
  [{ permissions: ['post.fnd'] }, 'There is no action "post.fnd". Did you mean "post.find"?'],
])('rejects a token with %j', async (options, message) => {
  await expect(createTokenCommand(project(), { name: 'x', ...options })).rejects.toThrow(message);
  const found = `select count(*) from strapi_api_tokens where name = 'x'`;
  expect(readValue(project(), found)).toBe(0);
});

test('regenerates no token if several share the name', async () => {
  await expect(regenerateTokenCommand(project(), 'same')).rejects.toThrow(
    'Several tokens are named "same". Use the id of one.',
  );
});

test('lists an invalid time as unknown', async () => {
  expect(await printed(listTokensCommand(project()))).toContain('last used at an unknown time');
});
