// In charge of what the database says of callers: their tokens, users, roles and sessions. Each is read once and kept
// while the database does not change, so that a change of permissions holds from the next request on. What is not known
// of a caller is read together, in one step, and the default locale with it.
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
import { CORE_STORE } from '../storage/names.ts';
import { touches } from '../storage/change-feed.ts';
import type { Database, Reading } from '../storage/database.ts';
import type { Layout } from '../storage/layout.ts';
import type { DefaultLocale } from '../storage/default-locale.ts';
import { together } from '../storage/together.ts';
import { findToken, type ApiToken } from './api-tokens/find-token.ts';
import { actionsOfRole } from './permissions.ts';
import { findSession, type StoredSession } from './sessions.ts';
import type { Tables } from './tables.ts';
import { readAdvancedSettings } from './users/advanced-settings.ts';
import { findUser, type FoundUser } from './users/signed-in-user.ts';
import type { TokenClaims } from './users/user-tokens.ts';

/** How much is kept until something changes. */
const KEPT = 20_000;

/** How many hashes of words that are no API tokens are kept: anybody may send one. */
const KEPT_STRANGERS = 1000;

/** Types whose rows say what callers are. */
const TYPES: ReadonlySet<string> = new Set([
  API_TOKEN,
  API_TOKEN_PERMISSION,
  USER,
  ROLE,
  PERMISSION,
  SESSION,
]);

/** Names of the tables that say what callers are and may do: while none of them changes, neither do they. */
export function standingTables({ tables }: Layout): ReadonlySet<string> {
  const ours = tables.filter(({ uid }) => uid !== null && TYPES.has(uid));
  return new Set([...ours.map(({ name }) => name), CORE_STORE]);
}

/** What was read since the last change. */
class Known {
  readonly tokens: Map<string, ApiToken> = new Map();
  /** Hashes that no API token has, such as those of the tokens of users. */
  readonly strangers: LruMap<string, true> = new LruMap(KEPT_STRANGERS);
  readonly users: Map<number, FoundUser> = new Map();
  /** By the type of a role. */
  readonly actions: Map<string, ReadonlySet<string>> = new Map();
  /** By the row of a role: those who have one share its actions. */
  readonly actionsOfUsers: Map<number, ReadonlySet<string>> = new Map();
  readonly sessions: Map<string, StoredSession> = new Map();
  readonly settings: Map<string, JsonObject> = new Map();

  get isFull(): boolean {
    return this.tokens.size + this.users.size + this.sessions.size > KEPT;
  }
}

/** What a word in the head of a request may stand for. */
export interface ShownWord {
  /** As API tokens are stored. */
  readonly hash: string;
  /** What it says as the token of a user; null: it is none. */
  readonly claims: TokenClaims | null;
}

/** Whom a word stands for. */
export interface WordStanding {
  readonly token: ApiToken | null;
  /** Null where it is no token of a user. */
  readonly user: UserStanding | null;
}

/** The user of a token. */
export interface UserStanding {
  /** Null where there is no such user. */
  readonly found: FoundUser | null;
  /** True where the session was ended before its time (docs/strapi/differences.md, D11). */
  readonly isRevoked: boolean;
  /** True where a user must have confirmed the address to act. */
  readonly confirms: boolean;
}

export interface StandingParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly locale: DefaultLocale;
}

/** What callers are, as of the last change. */
export class Standing {
  readonly #parts: StandingParts;
  #kept = new Known();

  constructor(parts: StandingParts) {
    this.#parts = parts;
    const { database, tables } = parts;
    const ours = standingTables(tables.layout);
    database.onChange((changed) => {
      if (touches(changed, ours)) this.#kept = new Known();
    });
  }

  /** The actions of everybody. */
  async publicActions(): Promise<ReadonlySet<string>> {
    const known = this.#known();
    const lookUp = new LookUp();
    const actions = lookUp.add(known.actions, PUBLIC, () =>
      actionsOfRole(this.#parts.tables, PUBLIC),
    );
    await this.#read(lookUp);
    return actions.value ?? new Set();
  }

  /** Whom a word stands for. API tokens come first. */
  async word({ hash, claims }: ShownWord): Promise<WordStanding> {
    const known = this.#known();
    const lookUp = new LookUp();
    const find = () => findToken(this.#parts.tables, hash);
    const isStranger = known.strangers.get(hash) === true;
    const token = isStranger ? NOTHING : lookUp.add(known.tokens, hash, find);
    const isUsers = token.value === null && claims !== null;
    const user = isUsers ? this.#user(claims, known, lookUp) : null;
    await this.#read(lookUp);
    if (token.value === null) known.strangers.keep(hash, true);
    return { token: token.value, user: user === null ? null : user() };
  }

  #user({ userId, sessionId }: TokenClaims, known: Known, lookUp: LookUp): () => UserStanding {
    const { tables } = this.#parts;
    const found = lookUp.add(known.users, userId, () => findUser(tables, userId));
    const session =
      sessionId === null
        ? NOTHING
        : lookUp.add(known.sessions, sessionId, () => findUserSession(tables, sessionId));
    const settings = lookUp.add(known.settings, '', readAdvancedSettings);
    return () => ({
      found: found.value === null ? null : shared(known, found.value),
      isRevoked: session.value?.status === 'revoked',
      confirms: Boolean(settings.value?.['email_confirmation']),
    });
  }

  /** What is known; whoever committed, what is not true any more is not in it. */
  #known(): Known {
    this.#parts.database.version();
    if (this.#kept.isFull) this.#kept = new Known();
    return this.#kept;
  }

  async #read(lookUp: LookUp): Promise<void> {
    const { database, locale } = this.#parts;
    const followed = locale.followed();
    const readings = [...lookUp.readings, ...(followed === null ? [] : [followed])];
    if (readings.length > 0) await database.read(together(readings));
  }
}

/** Type of the role of everybody. */
const PUBLIC = 'public';

/** Something that is known, or will be when it was read; null: it is not there. */
interface Found<V> {
  readonly value: V | null;
}

const NOTHING: Found<never> = { value: null };

/** What is looked up in one read. */
class LookUp {
  readonly readings: Reading<void>[] = [];

  /** What is known of a key; where that is nothing, it is read. What is not there is not kept. */
  add<K, V>(known: Map<K, V>, key: K, find: () => Reading<V | null>): Found<V> {
    const kept = known.get(key);
    if (kept !== undefined) return { value: kept };
    const found: { value: V | null } = { value: null };
    this.readings.push(
      (function* (): Reading<void> {
        found.value = yield* find();
        if (found.value !== null) known.set(key, found.value);
      })(),
    );
    return found;
  }
}

/** The user with the one set of actions of the role, however many have it. */
function shared(known: Known, { user, actions }: FoundUser): FoundUser {
  if (user.roleId === null) return { user, actions };
  const first = known.actionsOfUsers.get(user.roleId) ?? actions;
  known.actionsOfUsers.set(user.roleId, first);
  const found = { user, actions: first };
  known.users.set(user.id, found);
  return found;
}

function findUserSession(tables: Tables, sessionId: string): Reading<StoredSession | null> {
  return findSession(tables, 'users-permissions', sessionId);
}
