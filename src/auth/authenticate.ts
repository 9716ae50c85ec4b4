// In charge of finding out who asks: the Authorization header becomes a principal (spec/auth.md sections 1 and 2).
import { AppError } from '../base/errors.ts';
import type { Database } from '../storage/database.ts';
import { findToken, hashToken, touchToken, type ApiToken } from './api-tokens.ts';
import { actionsOfRole } from './permissions.ts';
import type { Principal } from './principal.ts';

/** How long a use of a token counts as noted, in milliseconds. */
const TOUCH_INTERVAL = 60 * 60 * 1000;

/** Rows of one version of the database. */
interface Known {
  readonly version: number;
  readonly tokens: Map<string, ApiToken | null>;
  publicActions: ReadonlySet<string> | null;
}

/** Finds principals; what was read is reused until the database changes. */
export class Authenticator {
  readonly #database: Database;
  readonly #salt: string;
  /** When the use of a token was last written or tried to, by its id: one try at a time. */
  readonly #noted = new Map<number, number>();
  #known: Known = { version: -1, tokens: new Map(), publicActions: null };

  /** `salt`: `admin.apiToken.salt` of the project. */
  constructor(database: Database, salt: string) {
    this.#database = database;
    this.#salt = salt;
  }

  /** The caller of a request. @throws UnauthorizedError */
  async authenticate(authorization: string | undefined): Promise<Principal> {
    const word = bearerWord(authorization);
    return word === null ? this.#public() : this.#token(word);
  }

  async #public(): Promise<Principal> {
    const known = this.#current();
    const actions = known.publicActions ?? (await this.#database.read(actionsOfRole('public')));
    known.publicActions = actions;
    if (actions.size === 0) throw invalidCredentials();
    return { kind: 'public', actions };
  }

  async #token(word: string): Promise<Principal> {
    const key = hashToken(word, this.#salt);
    const { tokens } = this.#current();
    let token = tokens.get(key);
    if (token === undefined) {
      token = await this.#database.read(findToken(key));
      if (token) tokens.set(key, token);
    }
    if (!token) throw invalidCredentials();
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) {
      throw new AppError('UnauthorizedError', 'Token expired');
    }
    this.#noteUse(token, now);
    return { kind: 'token', type: token.type, actions: token.actions };
  }

  /** Not waited for, and a failure is let go: where the database cannot be written to, reads are answered all the same. */
  #noteUse({ id, lastUsedAt }: ApiToken, now: number): void {
    const last = Math.max(lastUsedAt ?? 0, this.#noted.get(id) ?? 0);
    if (now - last < TOUCH_INTERVAL) return;
    this.#noted.set(id, now);
    touchToken(this.#database, id, now).catch(() => undefined);
  }

  #current(): Known {
    const version = this.#database.version();
    if (this.#known.version !== version) {
      this.#known = { version, tokens: new Map(), publicActions: null };
    }
    return this.#known;
  }
}

/** The word of `Bearer <word>`; null for every other header, which counts as no credentials. */
function bearerWord(authorization: string | undefined): string | null {
  return /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}

function invalidCredentials(): AppError {
  return new AppError('UnauthorizedError', 'Missing or invalid credentials');
}
