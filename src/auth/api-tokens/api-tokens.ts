// In charge of API tokens as administrators handle them: each call is one transaction, refused as Strapi refuses it
// (docs/strapi/administration.md, "API tokens").
import { AppError, validationError } from '../../base/errors.ts';
import type { Database, Writing } from '../../storage/database.ts';
import type { TokenType } from '../principal.ts';
import type { Tables } from '../tables.ts';
import { toTokenType } from './find-token.ts';
import {
  changeToken,
  insertToken,
  readTokens,
  removeToken,
  type StoredToken,
  type TokenChange,
} from './stored-tokens.ts';
import {
  createTokenKey,
  decryptToken,
  encryptToken,
  hashToken,
  type TokenSecrets,
} from './token-keys.ts';

export interface ApiTokenParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly secrets: TokenSecrets;
  /** All actions that a custom token may list. */
  readonly actions: ReadonlySet<string>;
}

/** What a token is asked to be. */
export interface TokenWish {
  readonly name: string;
  readonly description?: string;
  /** Default: `read-only`. */
  readonly type?: TokenType;
  /** Of a custom token, and of no other. */
  readonly permissions?: readonly string[] | null;
  /** Milliseconds; none: it does not expire. */
  readonly lifespan?: number | null;
}

/** How a token is asked to change. */
export type TokenUpdate = Partial<Pick<TokenWish, 'name' | 'description' | 'type' | 'permissions'>>;

/** A token with its plain key. */
export interface KeyedToken {
  readonly token: StoredToken;
  readonly plain: string;
}

/** Handles the tokens of the content API. */
export class ApiTokens {
  readonly #parts: ApiTokenParts;

  constructor(parts: ApiTokenParts) {
    this.#parts = parts;
  }

  /** All of them, by name. */
  list(): Promise<readonly StoredToken[]> {
    return this.#parts.database
      .read(readTokens(this.#parts.tables))
      .then((tokens) => tokens.filter(isContentToken));
  }

  /** The token of an id; null where there is none. */
  async find(id: number): Promise<StoredToken | null> {
    return this.#parts.database.read(findOne(this.#parts.tables, id));
  }

  /** The plain key of a token; null where it is not kept. */
  plainKey({ encryptedKey }: StoredToken): string | null {
    return decryptToken(encryptedKey, this.#parts.secrets.encryptionKey);
  }

  /**
   * Makes a token. @param taken Where the name is: refuses, or makes it `name (2)` and so on
   * @throws ValidationError, ApplicationError
   */
  async create(wish: TokenWish, taken: 'refuse' | 'number' = 'refuse'): Promise<KeyedToken> {
    const { database, tables } = this.#parts;
    const { description = '', type = 'read-only', lifespan = null } = wish;
    // Told after a name that is taken, as Strapi does.
    const permissionsOf = (): readonly string[] => this.#permissionsOf(type, wish.permissions);
    const { plain, ...keys } = this.#newKey();
    const token = { description, type, lifespan, ...keys };
    return database.transact(
      (function* (): Writing<KeyedToken> {
        const name = taken === 'number' ? yield* freeName(tables, wish.name) : wish.name;
        yield* assertFree(tables, name, null);
        const id = yield* insertToken(tables, { ...token, name, permissions: permissionsOf() });
        return { token: yield* existing(tables, id), plain };
      })(),
    );
  }

  /** Changes a token. @throws ValidationError, ApplicationError, NotFoundError */
  update(id: number, update: TokenUpdate): Promise<StoredToken> {
    const { database, tables } = this.#parts;
    const changeOf = (token: StoredToken): TokenChange => this.#change(token, update);
    return database.transact(
      (function* (): Writing<StoredToken> {
        const token = yield* existing(tables, id);
        if (update.name !== undefined) yield* assertFree(tables, update.name, id);
        yield* changeToken(tables, token, changeOf(token));
        return yield* existing(tables, id);
      })(),
    );
  }

  /** Gives a token another key: the old one opens nothing from then on. @throws NotFoundError */
  regenerate(id: number): Promise<KeyedToken> {
    const { database, tables } = this.#parts;
    const { plain, ...keys } = this.#newKey();
    return database.transact(
      (function* (): Writing<KeyedToken> {
        const token = yield* existing(tables, id);
        yield* changeToken(tables, token, keys);
        return { token, plain };
      })(),
    );
  }

  /** Removes a token. @returns it, as it was; null where there is none */
  remove(id: number): Promise<StoredToken | null> {
    const { database, tables } = this.#parts;
    return database.transact(
      (function* (): Writing<StoredToken | null> {
        const [token = null] = yield* readTokens(tables, { id });
        if (token) yield* removeToken(tables, id);
        return token;
      })(),
    );
  }

  #newKey(): {
    readonly plain: string;
    readonly accessKey: string;
    readonly encryptedKey: string | null;
  } {
    const { salt, encryptionKey } = this.#parts.secrets;
    const plain = createTokenKey();
    return {
      plain,
      accessKey: hashToken(plain, salt),
      encryptedKey: encryptToken(plain, encryptionKey),
    };
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
    const unknown = permissions.filter((action) => !this.#parts.actions.has(action));
    if (unknown.length > 0) {
      throw validationError(`Unknown permissions provided: ${unknown.join(', ')}`);
    }
    return [...new Set(permissions)];
  }
}

function isContentToken({ kind }: StoredToken): boolean {
  return kind === 'content-api';
}

function* findOne(tables: Tables, id: number): Writing<StoredToken | null> {
  const [token] = yield* readTokens(tables, { id });
  return token && isContentToken(token) ? token : null;
}

function* existing(tables: Tables, id: number): Writing<StoredToken> {
  const token = yield* findOne(tables, id);
  if (!token) throw new AppError('NotFoundError', 'API Token not found');
  return token;
}

/** A name belongs to one token only, of whatever kind. @throws ApplicationError */
function* assertFree(tables: Tables, name: string, id: number | null): Writing<void> {
  const others = (yield* readTokens(tables, { name })).filter((token) => token.id !== id);
  if (others.length > 0) throw new AppError('ApplicationError', 'Name already taken');
}

function* freeName(tables: Tables, name: string): Writing<string> {
  const taken = new Set((yield* readTokens(tables)).map((token) => token.name));
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name} (${n})`;
  return free;
}
