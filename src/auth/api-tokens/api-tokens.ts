// API tokens as the admin API manages them: each call is one transaction and fails as in Strapi
// (docs/strapi/administration.md, "API tokens").
import { AppError, validationError } from '../../base/errors.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { TokenType } from '../principal.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { API_TOKENS } from '../permissions.ts';
import { assertNameAvailable, changeToken, insertToken, removeToken } from '../token-rows.ts';
import { toTokenType } from './find-token.ts';
import { readTokens, type StoredToken } from './stored-tokens.ts';
import type { TokenPermissions } from './token-ceiling.ts';
import { decryptToken, newTokenKey, type TokenSecrets } from './token-keys.ts';

export interface ApiTokenDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly secrets: TokenSecrets;
  /** Actions that a custom token can be granted. */
  readonly actions: ReadonlySet<string>;
}

/** Values of a new token. */
export interface NewTokenInput {
  readonly name: string;
  readonly description?: string;
  /** Default: `read-only`. */
  readonly type?: TokenType;
  /** Only for custom tokens. */
  readonly permissions?: readonly string[] | null;
  /** In milliseconds. Default: the token does not expire. */
  readonly lifespan?: number | null;
}

/** Values of a token that change. */
export type TokenUpdate = Partial<
  Pick<NewTokenInput, 'name' | 'description' | 'type' | 'permissions'>
>;

/** Values that an update writes. */
interface TokenChange extends Omit<TokenUpdate, 'permissions'> {
  readonly permissions?: readonly string[];
}

/** A token with its plain key. */
export interface IssuedToken {
  readonly token: StoredToken;
  readonly plain: string;
}

/** Checks that the caller may issue a token. @throws ForbiddenError */
export type IssueCheck = (power: TokenPermissions) => ReadSteps<void>;

/** Manages the tokens of the content API. */
export class ApiTokens {
  readonly #dependencies: ApiTokenDependencies;

  constructor(dependencies: ApiTokenDependencies) {
    this.#dependencies = dependencies;
  }

  /** All tokens by name. */
  list(): Promise<readonly StoredToken[]> {
    return this.#dependencies.database
      .read(readTokens(this.#dependencies.tables))
      .then((tokens) => tokens.filter(isContentToken));
  }

  /** Finds a token by id, or returns null. */
  async find(id: number): Promise<StoredToken | null> {
    return this.#dependencies.database.read(findOne(this.#dependencies.tables, id));
  }

  /** Plain key of a token; null if it is not stored, or `assertMayIssue` rejects the token. */
  async plainKey(token: StoredToken, assertMayIssue: IssueCheck): Promise<string | null> {
    try {
      await this.#dependencies.database.read(assertMayIssue(tokenPermissions(token)));
    } catch (error) {
      if (error instanceof AppError && error.status === 403) return null;
      throw error;
    }
    return decryptToken(token.encryptedKey, this.#dependencies.secrets.encryptionKey);
  }

  /**
   * Creates a token.
   * @param onDuplicate What to do if the name is used: reject it, or append a number: `name (2)`
   * @throws ValidationError, ApplicationError, errors of `assertMayIssue`
   */
  async create(
    input: NewTokenInput,
    assertMayIssue: IssueCheck,
    onDuplicate: 'reject' | 'number' = 'reject',
  ): Promise<IssuedToken> {
    const { database, tables } = this.#dependencies;
    const { description = '', type = 'read-only', lifespan = null } = input;
    // As in Strapi, a taken name is reported before invalid permissions.
    const permissionsOf = (): readonly string[] => this.#permissionsOf(type, input.permissions);
    const { plain, ...keys } = newTokenKey(this.#dependencies.secrets);
    return database.transact(
      (function* (): WriteSteps<IssuedToken> {
        const name =
          onDuplicate === 'number' ? yield* availableName(tables, input.name) : input.name;
        assertNameAvailable(yield* readTokens(tables, { name }));
        const permissions = permissionsOf();
        yield* assertMayIssue({ type, permissions });
        const values = { kind: 'content-api', name, description, type, ...keys };
        const id = yield* insertToken(tables, API_TOKENS, { values, lifespan, permissions });
        return { token: yield* existing(tables, id), plain };
      })(),
    );
  }

  /** Updates a token. @throws ValidationError, ApplicationError, NotFoundError, errors of `assertMayIssue` */
  update(id: number, update: TokenUpdate, assertMayIssue: IssueCheck): Promise<StoredToken> {
    const { database, tables } = this.#dependencies;
    const { name } = update;
    const changeOf = (token: StoredToken): TokenChange => this.#change(token, update);
    return database.transact(
      (function* (): WriteSteps<StoredToken> {
        const token = yield* existing(tables, id);
        if (name !== undefined) {
          const named = yield* readTokens(tables, { name });
          // As in Strapi, a token of an administrator may have the name.
          assertNameAvailable(named.filter(isContentToken), id);
        }
        const change = changeOf(token);
        const added = addedPermissions(token, change);
        if (added) yield* assertMayIssue(added);
        const { permissions, ...values } = change;
        yield* changeToken(tables, API_TOKENS, { token, values, permissions });
        return yield* existing(tables, id);
      })(),
    );
  }

  /** Replaces the key of a token; the old one stops working. @throws NotFoundError, errors of `assertMayIssue` */
  regenerate(id: number, assertMayIssue: IssueCheck): Promise<IssuedToken> {
    const { database, tables } = this.#dependencies;
    const { plain, ...keys } = newTokenKey(this.#dependencies.secrets);
    return database.transact(
      (function* (): WriteSteps<IssuedToken> {
        const token = yield* existing(tables, id);
        yield* assertMayIssue(tokenPermissions(token));
        yield* changeToken(tables, API_TOKENS, { token, values: keys });
        return { token, plain };
      })(),
    );
  }

  /** Deletes a token. @returns the deleted token, or null if it does not exist */
  remove(id: number): Promise<StoredToken | null> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<StoredToken | null> {
        const token = yield* findOne(tables, id);
        if (token) yield* removeToken(tables, API_TOKENS, id);
        return token;
      })(),
    );
  }

  #change(token: StoredToken, update: TokenUpdate): TokenChange {
    const { permissions, ...values } = update;
    const former = toTokenType(token.type);
    const type = update.type ?? former;
    const isMadeCustom = type === 'custom' && former !== 'custom';
    if (permissions !== undefined || isMadeCustom) {
      return { ...values, permissions: this.#permissionsOf(type, permissions) };
    }
    return type === 'custom' ? values : { ...values, permissions: [] };
  }

  /** @throws ValidationError */
  #permissionsOf(
    type: TokenType,
    permissions: readonly string[] | null | undefined,
  ): readonly string[] {
    if (type !== 'custom') {
      if (!permissions || permissions.length === 0) return [];
      throw validationError('Non-custom tokens should not reference permissions');
    }
    if (!permissions) throw validationError('Missing permissions attribute for custom token');
    const unknown = permissions.filter((action) => !this.#dependencies.actions.has(action));
    if (unknown.length > 0) {
      throw validationError(`Unknown permissions provided: ${unknown.join(', ')}`);
    }
    return [...new Set(permissions)];
  }
}

function tokenPermissions({ type, permissions }: StoredToken): TokenPermissions {
  return { type: toTokenType(type), permissions };
}

/** The permissions that a change adds to a token, or null. */
function addedPermissions(token: StoredToken, change: TokenChange): TokenPermissions | null {
  const before = tokenPermissions(token);
  const { type = before.type, permissions = before.permissions } = change;
  if (type !== before.type) return { type, permissions };
  if (type !== 'custom') return null;
  return {
    type,
    permissions: permissions.filter((action) => !before.permissions.includes(action)),
  };
}

function isContentToken({ kind }: StoredToken): boolean {
  return kind === 'content-api';
}

function* findOne(tables: Tables, id: number): WriteSteps<StoredToken | null> {
  const [token] = yield* readTokens(tables, { id });
  return token && isContentToken(token) ? token : null;
}

function* existing(tables: Tables, id: number): WriteSteps<StoredToken> {
  const token = yield* findOne(tables, id);
  if (!token) throw new AppError('NotFoundError', 'API Token not found');
  return token;
}

function* availableName(tables: Tables, name: string): WriteSteps<string> {
  const usedNames = new Set((yield* readTokens(tables)).map((token) => token.name));
  let free = name;
  for (let n = 2; usedNames.has(free); n += 1) free = `${name} (${n})`;
  return free;
}
