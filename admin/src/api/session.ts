// Session of the signed-in user: keeps the access token in memory, and coordinates refreshes between tabs.
import { isJsonObject, stringOr, type JsonObject } from '../base/json.ts';
import { send } from './send.ts';
import { hasStatus } from './errors.ts';

/**
 * `unknown` until the first refresh; `ended` if an existing session is rejected: the page stays, and a sign-in dialog opens
 * over it.
 */
export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in' | 'ended';

/** Name, email address and password of the first administrator. */
export interface Registration {
  readonly firstname: string;
  readonly lastname?: string;
  readonly email: string;
  readonly password: string;
}

/** Sign-in credentials. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** Messages between tabs. */
type TabMessage = { readonly token: string } | { readonly isSignedOut: true };

const NAME = 'quoin-session';

/** The session of this tab. */
export class Session {
  #token: string | null = null;
  #status: SessionStatus = 'unknown';
  /** Id of the user of this page. */
  #adminId: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #tabs = new BroadcastChannel(NAME);

  constructor() {
    this.#tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if ('token' in data) this.#accept(data.token);
      else this.#end();
    });
  }

  get status(): SessionStatus {
    return this.#status;
  }

  /** The access token, or null without a session. */
  get token(): string | null {
    return this.#token;
  }

  /** Subscribes to status changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the user of this page. If another user signs in over it, the page is reloaded. */
  belongsTo(adminId: string): void {
    this.#adminId = adminId;
  }

  /**
   * Returns a new token in place of a rejected one, or null if the session has ended. Tabs refresh one at a time, because a
   * refresh cookie works only once.
   * @throws NetworkError
   */
  async renew(rejected: string | null): Promise<string | null> {
    return withLock(async () => {
      if (this.#token !== null && this.#token !== rejected) return this.#token;
      try {
        const { body } = await send('POST', '/admin/access-token');
        this.#share(tokenOf(body));
        return this.#token;
      } catch (error) {
        if (!hasStatus(error, 401)) throw error;
        this.#end();
        return null;
      }
    });
  }

  /** @throws ApiError for wrong credentials, NetworkError */
  async signIn(credentials: Credentials): Promise<void> {
    this.#begin(await send('POST', '/admin/login', { body: { ...credentials } }));
  }

  /** Registers the first administrator. @throws ApiError, NetworkError */
  async register(registration: Registration): Promise<void> {
    this.#begin(await send('POST', '/admin/register-admin', { body: { ...registration } }));
  }

  /** Ends the session on the server and in all tabs. */
  async signOut(): Promise<void> {
    const token = this.#token;
    await send('POST', '/admin/logout', { token, body: {} }).catch(() => undefined);
    this.#tabs.postMessage({ isSignedOut: true } satisfies TabMessage);
  }

  /** Resolves after the next sign-in. */
  async signedIn(): Promise<void> {
    if (this.#status === 'signed-in') return;
    await new Promise<void>((resolve) => {
      const end = this.subscribe(() => {
        if (this.#status !== 'signed-in') return;
        end();
        resolve();
      });
    });
  }

  #begin({ body }: { readonly body: unknown }): void {
    const data = isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
    const user: JsonObject = isJsonObject(data['user']) ? data['user'] : {};
    this.#share(tokenOf(body));
    // Unsaved changes of the other user stay in their journal.
    if (this.#adminId !== null && String(user['id']) !== this.#adminId) location.reload();
  }

  #share(token: string): void {
    this.#accept(token);
    this.#tabs.postMessage({ token } satisfies TabMessage);
  }

  #accept(token: string): void {
    this.#token = token;
    this.#change('signed-in');
  }

  #end(): void {
    this.#token = null;
    this.#change(this.#adminId === null ? 'signed-out' : 'ended');
  }

  #change(status: SessionStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

function tokenOf(body: unknown): string {
  const data = isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
  return stringOr(data['token'], '');
}

/** Browsers offer locks in secure contexts only. Elsewhere the lock is limited to this tab. */
async function withLock<Result>(act: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(NAME, act);
  const result = previous.then(act, act);
  previous = result.catch(() => undefined);
  return result;
}

let previous: Promise<unknown> = Promise.resolve();
