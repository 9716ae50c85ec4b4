// In charge of what the database says of callers: their tokens, users, roles and sessions. Each is read once and kept
// while the database does not change, so that a change of permissions holds from the next request on.
import type { JsonObject } from '../base/json.ts';
import { LruMap } from '../base/lru-map.ts';
import type { Database, Reading } from '../storage/database.ts';
import { findToken, type ApiToken } from './api-tokens/find-token.ts';
import { actionsOfRole, type RoleKey } from './permissions.ts';
import { findSession, type StoredSession } from './sessions.ts';
import type { Tables } from './tables.ts';
import { readAdvancedSettings } from './users/advanced-settings.ts';
import { findUser, type SignedInUser } from './users/signed-in-user.ts';

/** How much is kept of one version of the database. */
const KEPT = 20_000;

/** How many hashes of words that are no API tokens are kept: anybody may send one. */
const KEPT_STRANGERS = 1000;

/** What was read under one version of the database. */
class Known {
  readonly version: number;
  readonly tokens: Map<string, ApiToken> = new Map();
  /** Hashes that no API token has, such as those of the tokens of users. */
  readonly strangers: LruMap<string, true> = new LruMap(KEPT_STRANGERS);
  readonly users: Map<number, SignedInUser> = new Map();
  readonly actions: Map<string, ReadonlySet<string>> = new Map();
  readonly sessions: Map<string, StoredSession> = new Map();
  readonly settings: Map<string, JsonObject> = new Map();

  constructor(version: number) {
    this.version = version;
  }

  get isFull(): boolean {
    return this.tokens.size + this.users.size + this.sessions.size > KEPT;
  }
}

/** What callers are, as of the last change. */
export class Standing {
  readonly #database: Database;
  readonly #tables: Tables;
  #kept = new Known(-1);

  constructor({ database, tables }: { readonly database: Database; readonly tables: Tables }) {
    this.#database = database;
    this.#tables = tables;
  }

  /** The API token of a hash. */
  async token(hash: string): Promise<ApiToken | null> {
    const { tokens, strangers } = this.#known;
    if (strangers.get(hash)) return null;
    const token = await this.#once(tokens, hash, () => findToken(this.#tables, hash));
    if (token === null) strangers.keep(hash, true);
    return token;
  }

  user(id: number): Promise<SignedInUser | null> {
    return this.#once(this.#known.users, id, () => findUser(this.#tables, id));
  }

  /** The actions of a role. */
  async actions(role: RoleKey): Promise<ReadonlySet<string>> {
    const key = 'id' in role ? `id ${role.id}` : `type ${role.type}`;
    const find = () => actionsOfRole(this.#tables, role);
    return (await this.#once(this.#known.actions, key, find)) ?? new Set();
  }

  /** True where an end user's session was ended before its time (decision D11). */
  async isRevoked(sessionId: string): Promise<boolean> {
    const find = () => findSession(this.#tables, 'users-permissions', sessionId);
    const session = await this.#once(this.#known.sessions, sessionId, find);
    return session?.status === 'revoked';
  }

  /** True where a user must have confirmed the address to act. */
  async confirms(): Promise<boolean> {
    const settings = await this.#once(this.#known.settings, '', readAdvancedSettings);
    return Boolean(settings?.['email_confirmation']);
  }

  get #known(): Known {
    const version = this.#database.version();
    if (this.#kept.version !== version || this.#kept.isFull) this.#kept = new Known(version);
    return this.#kept;
  }

  async #once<K, V>(known: Map<K, V>, key: K, find: () => Reading<V | null>): Promise<V | null> {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const found = await this.#database.read(find());
    if (found !== null) known.set(key, found);
    return found;
  }
}
