// Caches callers: their tokens, users, roles and sessions. Entries stay until the database changes, so that a change
// of permissions takes effect with the next request. Missing entries are read in one step, together with the default
// locale.
import type { JsonObject } from '../base/json.ts';
import { LruMap } from '../base/lru-map.ts';
import {
  API_TOKEN,
  API_TOKEN_PERMISSION,
  PERMISSION,
  ROLE,
  SESSION,
  USER,
} from '../schema/built-in/uids.ts';
import { CORE_STORE } from '../storage/layout/names.ts';
import { subscribeWeakly, touches } from '../storage/commits/change-feed.ts';
import type { Database, ReadOptions } from '../storage/database.ts';
import type { ReadSteps } from '../storage/session.ts';
import type { Layout } from '../storage/layout/layout.ts';
import type { DefaultLocale } from '../storage/settings/default-locale.ts';
import { concurrently } from '../storage/concurrently.ts';
import { findToken, type ApiToken } from './api-tokens/find-token.ts';
import { actionsOfRole } from './permissions.ts';
import { findSession, type StoredSession } from './sessions.ts';
import type { Tables } from '../documents/rows/built-in-rows.ts';
import { readAdvancedSettings } from './users/advanced-settings.ts';
import { findUser, type FoundUser } from './users/signed-in-user.ts';
import type { TokenClaims } from './users/user-tokens.ts';

/** Maximum number of entries. */
const MAX_CACHED = 20_000;

/** Types whose rows describe callers. */
const TYPES: ReadonlySet<string> = new Set([
  API_TOKEN,
  API_TOKEN_PERMISSION,
  USER,
  ROLE,
  PERMISSION,
  SESSION,
]);

/** Names of the tables that determine callers and their permissions. */
export function permissionTables({ tables }: Layout): ReadonlySet<string> {
  const ours = tables.filter(({ uid }) => uid !== null && TYPES.has(uid));
  return new Set([...ours.map(({ name }) => name), CORE_STORE]);
}

/** Everything read since the last change. */
class CachedCallers {
  readonly tokens: Map<string, ApiToken> = new Map();
  readonly users: Map<number, FoundUser> = new Map();
  /** By role type. */
  readonly actions: Map<string, ReadonlySet<string>> = new Map();
  /** By role id, shared by all users with the role. */
  readonly actionsOfUsers: Map<number, ReadonlySet<string>> = new Map();
  readonly sessions: Map<string, StoredSession> = new Map();
  readonly settings: Map<string, JsonObject> = new Map();

  get isFull(): boolean {
    return this.tokens.size + this.users.size + this.sessions.size > MAX_CACHED;
  }
}

/** A bearer token in its possible forms. */
export interface PresentedToken {
  /** Hash, as API tokens are stored. */
  readonly hash: string;
  /** Claims of a user token, or null if it is not one. */
  readonly claims: TokenClaims | null;
}

/** The owner of a bearer token. */
export interface TokenOwner {
  readonly token: ApiToken | null;
  /** Null if it is not a user token. */
  readonly user: TokenUser | null;
}

export interface TokenUser {
  /** Null if the user does not exist. */
  readonly found: FoundUser | null;
  /** True if the session was revoked (docs/strapi/differences.md, D11). */
  readonly isRevoked: boolean;
  /** True if users must confirm their email address first. */
  readonly confirms: boolean;
}

export interface CallerCacheDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly locale: DefaultLocale;
}

/** Callers as of the last change. */
export class CallerCache {
  readonly #dependencies: CallerCacheDependencies;
  #cached = new CachedCallers();
  /** Hashes that belong to no API token, such as those of user tokens. Anyone may send one. */
  readonly #unknownHashes = new LruMap<string, true>('unknown_tokens', () => 0);

  constructor(dependencies: CallerCacheDependencies) {
    this.#dependencies = dependencies;
    const { database, tables } = dependencies;
    const ours = permissionTables(tables.layout);
    subscribeWeakly(database, this, (cache, changed) => {
      if (!touches(changed, ours)) return;
      cache.#cached = new CachedCallers();
      cache.#unknownHashes.clear();
    });
  }

  /** Actions of the public role. */
  async publicActions(options?: ReadOptions): Promise<ReadonlySet<string>> {
    const callers = this.#known();
    const lookUp = new LookUp();
    const actions = lookUp.add(callers.actions, PUBLIC, () =>
      actionsOfRole(this.#dependencies.tables, PUBLIC),
    );
    await this.#read(lookUp, options);
    return actions.value ?? new Set();
  }

  /** Finds the owner of a token. API tokens take precedence. */
  async ownerOf({ hash, claims }: PresentedToken, options?: ReadOptions): Promise<TokenOwner> {
    const callers = this.#known();
    const lookUp = new LookUp();
    const find = () => findToken(this.#dependencies.tables, hash);
    const isUnknown = this.#unknownHashes.get(hash) === true;
    const token = isUnknown ? NOTHING : lookUp.add(callers.tokens, hash, find);
    const isUsers = token.value === null && claims !== null;
    const user = isUsers ? this.#user(claims, callers, lookUp) : null;
    await this.#read(lookUp, options);
    // After a change during the read, the token may exist.
    if (token.value === null && this.#cached === callers) this.#unknownHashes.set(hash, true);
    return { token: token.value, user: user === null ? null : user() };
  }

  #user(
    { userId, sessionId }: TokenClaims,
    callers: CachedCallers,
    lookUp: LookUp,
  ): () => TokenUser {
    const { tables } = this.#dependencies;
    const found = lookUp.add(callers.users, userId, () => findUser(tables, userId));
    const session =
      sessionId === null
        ? NOTHING
        : lookUp.add(callers.sessions, sessionId, () => findUserSession(tables, sessionId));
    const settings = lookUp.add(callers.settings, '', readAdvancedSettings);
    return () => ({
      found: found.value === null ? null : shared(callers, found.value),
      isRevoked: session.value?.status === 'revoked',
      confirms: Boolean(settings.value?.['email_confirmation']),
    });
  }

  /** Returns the cache after dropping entries that a commit, of any process, has made stale. */
  #known(): CachedCallers {
    this.#dependencies.database.version();
    if (this.#cached.isFull) this.#cached = new CachedCallers();
    return this.#cached;
  }

  async #read(lookUp: LookUp, options?: ReadOptions): Promise<void> {
    const { database, locale } = this.#dependencies;
    const followed = locale.followed();
    const reads = [...lookUp.reads, ...(followed === null ? [] : [followed])];
    if (reads.length > 0) await database.read(concurrently(reads), options);
  }
}

/** Type of the public role. */
const PUBLIC = 'public';

/** A value that is cached or will be set by the read; null if it does not exist. */
interface Found<V> {
  readonly value: V | null;
}

const NOTHING: Found<never> = { value: null };

/** Everything that one read looks up. */
class LookUp {
  readonly reads: ReadSteps<void>[] = [];

  /** Returns a cached value, or adds its read. Missing rows are not cached. */
  add<K, V>(values: Map<K, V>, key: K, find: () => ReadSteps<V | null>): Found<V> {
    const cached = values.get(key);
    if (cached !== undefined) return { value: cached };
    const found: { value: V | null } = { value: null };
    this.reads.push(
      (function* (): ReadSteps<void> {
        found.value = yield* find();
        if (found.value !== null) values.set(key, found.value);
      })(),
    );
    return found;
  }
}

/** The user with the set of actions that all users of the role share. */
function shared(callers: CachedCallers, { user, actions }: FoundUser): FoundUser {
  if (user.roleId === null) return { user, actions };
  const first = callers.actionsOfUsers.get(user.roleId) ?? actions;
  callers.actionsOfUsers.set(user.roleId, first);
  const found = { user, actions: first };
  callers.users.set(user.id, found);
  return found;
}

function findUserSession(tables: Tables, sessionId: string): ReadSteps<StoredSession | null> {
  return findSession(tables, 'users-permissions', sessionId);
}
