// `quoin token`: creates, lists, regenerates and revokes API tokens in the project's database, which is created if it
// does not exist.
import { createApiTokens } from '../../app/accounts/api-tokens.ts';
import { allActions } from '../../app/accounts/token-ceiling.ts';
import { tablesOf } from '../../app/store.ts';
import type { ApiTokens, NewTokenInput } from '../../auth/api-tokens/api-tokens.ts';
import type { StoredToken } from '../../auth/api-tokens/stored-tokens.ts';
import { allowAll } from '../../auth/permissions.ts';
import { CommandError } from '../command-error.ts';
import { resolveActions } from './role-actions.ts';
import { withStore } from '../with-store.ts';

/** Options of `quoin token create`. */
export interface TokenOptions {
  readonly name: string;
  readonly type?: 'full-access' | 'read-only' | 'custom';
  readonly description?: string;
  /** Actions of a custom token, such as `api::post.post.find`, or their short names. */
  readonly permissions?: readonly string[];
  /** Lifetime in days. Default: the token does not expire. */
  readonly days?: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Creates a token and prints it on the last line. @throws CommandError for invalid options */
export async function createTokenCommand(folder: string, options: TokenOptions): Promise<void> {
  const { name } = options;
  if (name.trim() === '' || /\p{Cc}/u.test(name)) {
    throw new CommandError(
      'A name must not be empty or contain control characters. Example: quoin token create --name me',
    );
  }
  await withTokens(folder, async (tokens, known) => {
    const { token, plain } = await tokens.create(toInput(options, known), allowAll, 'number');
    if (token.name !== name) {
      console.log(`The name "${name}" is in use: the new token is called "${token.name}".`);
    }
    console.log(
      `Created token "${token.name}" (${token.type}). Store it now: it is not shown again.`,
    );
    console.log(plain);
  });
}

/** A token with actions is a custom token. @param known All actions */
function toInput(
  { name, description, type, permissions, days }: TokenOptions,
  known: readonly string[],
): NewTokenInput {
  const isCustom = type === 'custom' || (type === undefined && permissions !== undefined);
  return {
    name,
    type: isCustom ? 'custom' : (type ?? 'read-only'),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions: resolveActions(permissions, known) }),
    ...(days === undefined ? {} : { lifespan: days * DAY }),
  };
}

/** Prints a line for each token. */
export async function listTokensCommand(folder: string): Promise<void> {
  await withTokens(folder, async (tokens) => {
    const all = await tokens.list();
    if (all.length === 0) {
      console.log(
        'There are no tokens. Create one with: quoin token create --name me --type read-only',
      );
    }
    for (const token of all) console.log(describe(token));
  });
}

/**
 * Replaces the key of a token and prints it on the last line. @throws CommandError if there is no such token or
 * several
 */
export async function regenerateTokenCommand(folder: string, nameOrId: string): Promise<void> {
  await withTokens(folder, async (tokens) => {
    const [token, ...others] = await named(tokens, nameOrId);
    if (!token) throw unknownToken(nameOrId);
    if (others.length > 0) {
      throw new CommandError(`Several tokens are named "${nameOrId}". Use the id of one.`);
    }
    const { plain } = await tokens.regenerate(token.id, allowAll);
    console.log(`Token "${token.name}" has a new key. The old one is no longer valid.`);
    console.log(plain);
  });
}

/** Revokes the tokens with a name or id. @throws CommandError if there is none */
export async function revokeTokensCommand(folder: string, nameOrId: string): Promise<void> {
  await withTokens(folder, async (tokens) => {
    const found = await named(tokens, nameOrId);
    if (found.length === 0) throw unknownToken(nameOrId);
    for (const { id } of found) await tokens.remove(id);
    console.log(
      found.length === 1 ? `Revoked token "${nameOrId}".` : `Revoked ${found.length} tokens.`,
    );
  });
}

/** Tokens with a name, or the one with an id if no token has that name. */
async function named(tokens: ApiTokens, nameOrId: string): Promise<readonly StoredToken[]> {
  const all = await tokens.list();
  const found = all.filter(({ name }) => name === nameOrId);
  return found.length > 0 ? found : all.filter(({ id }) => String(id) === nameOrId);
}

function unknownToken(nameOrId: string): CommandError {
  return new CommandError(`There is no token "${nameOrId}". List them with: quoin token list`);
}

function withTokens(
  folder: string,
  work: (tokens: ApiTokens, known: readonly string[]) => Promise<void>,
): Promise<void> {
  return withStore(folder, (store, project) =>
    work(createApiTokens(project, store, tablesOf(store)), allActions(project)),
  );
}

function describe({ id, name, type, expiresAt, lastUsedAt, permissions }: StoredToken): string {
  const expiry = expiresAt === null ? 'never expires' : `expires ${toDay(expiresAt)}`;
  const use = lastUsedAt === null ? 'not used yet' : `last used ${toDay(lastUsedAt)}`;
  const may = type === 'custom' ? `, actions: ${permissions.join(', ') || 'none'}` : '';
  return `${String(id).padStart(4)}  ${name.padEnd(24)} ${String(type).padEnd(12)} ${expiry}, ${use}${may}`;
}

function toDay(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'at an unknown time' : date.toISOString().slice(0, 10);
}
