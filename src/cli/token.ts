// In charge of `quoin token`: makes, lists and revokes API tokens in the project's database, which is made first
// where there is none.
import { openProject } from '../app/project.ts';
import { openStore, type Store } from '../app/store.ts';
import { createToken, listTokens, revokeTokens, type TokenSummary } from '../auth/api-tokens.ts';
import type { Config } from '../project/config.ts';
import { CommandError } from './command-error.ts';

/** Makes a token and prints it on the last line. @throws CommandError for a name that nobody could see */
export async function createTokenCommand(
  folder: string,
  wanted: { readonly name: string; readonly type: 'full-access' | 'read-only' },
): Promise<void> {
  if (wanted.name.trim() === '' || /\p{Cc}/u.test(wanted.name)) {
    throw new CommandError(
      'A name needs a letter or a digit, and no control characters. Try: quoin token create --name me',
    );
  }
  await withStore(folder, async ({ database }, { admin }) => {
    const { apiTokenSalt: salt, encryptionKey } = admin;
    const secrets = { salt, encryptionKey: encryptionKey === '' ? null : encryptionKey };
    const { name, plain } = await createToken(database, wanted, secrets);
    if (name !== wanted.name)
      console.log(`The name "${wanted.name}" is taken: this one is "${name}".`);
    console.log(`Token "${name}" (${wanted.type}) was made. Keep it: it is not shown again.`);
    console.log(plain);
  });
}

/** Prints a line for each token. */
export async function listTokensCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database }) => {
    const tokens = await database.read(listTokens());
    if (tokens.length === 0) {
      console.log(
        'There is no token. Make one with: quoin token create --name me --type read-only',
      );
    }
    for (const token of tokens) console.log(describe(token));
  });
}

/** Revokes the tokens of a name or number. @throws CommandError where there is none */
export async function revokeTokensCommand(folder: string, nameOrId: string): Promise<void> {
  await withStore(folder, async ({ database }) => {
    const count = await revokeTokens(database, nameOrId);
    if (count === 0) {
      throw new CommandError(`There is no token "${nameOrId}". See them with: quoin token list`);
    }
    console.log(count === 1 ? `Token "${nameOrId}" is revoked.` : `${count} tokens are revoked.`);
  });
}

async function withStore(
  folder: string,
  work: (store: Store, config: Config) => Promise<void>,
): Promise<void> {
  const project = await openProject(folder);
  for (const notice of project.notices) console.log(notice);
  const store = await openStore(project);
  try {
    await work(store, project.config);
  } finally {
    await store.database.close();
  }
}

function describe({ id, name, type, expiresAt, lastUsedAt }: TokenSummary): string {
  const expiry = expiresAt === null ? 'never expires' : `expires ${toDay(expiresAt)}`;
  const use = lastUsedAt === null ? 'not used yet' : `last used ${toDay(lastUsedAt)}`;
  return `${String(id).padStart(4)}  ${name.padEnd(24)} ${type.padEnd(12)} ${expiry}, ${use}`;
}

function toDay(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'at an unknown time' : date.toISOString().slice(0, 10);
}
