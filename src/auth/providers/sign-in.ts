// In charge of signing in with a provider, from the link that somebody follows to their row among the users: they are
// sent to the provider, come back with a code, are sent to the front end with a word of ours, and the front end brings
// that (docs/sign-in-providers.md). What a provider gives never leaves this server.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { toText } from '../../schema/raw.ts';
import type { Database } from '../../storage/database.ts';
import { callbackOf, withQuery, type CallbackRule } from './callback-address.ts';
import { findProvider, type ConfiguredProviders, type FoundProvider } from './find-provider.ts';
import { profileOf } from './profile.ts';
import { beginSignIn, finishSignIn, ProviderClients } from './provider-clients.ts';
import type { ProviderUsers } from './provider-users.ts';
import { SignInRefusal, type Attempt, type Profile, type Provider } from './provider.ts';
import { Seal } from './seal.ts';

/** Seconds that somebody may take at the provider. */
export const ATTEMPT_LIFETIME = 600;

/** Seconds that a front end may take to bring the word it was given. */
export const ARRIVAL_LIFETIME = 120;

export interface SignInParts {
  readonly database: Database;
  readonly configured: ConfiguredProviders;
  /** Secrets: the first seals, all of them open. */
  readonly keys: readonly string[];
  readonly rule: CallbackRule | null;
  readonly users: ProviderUsers;
  /** Notes that a word was brought, for as long as it could be. @returns false where it was before */
  readonly spend: (id: string) => Promise<boolean>;
  /** Address of this server that providers send people back to, without query. */
  readonly redirectUri: (provider: string) => string;
}

/** Where somebody is sent next. */
export interface Step {
  readonly location: string;
  /** What their browser keeps until then; null: nothing, and what it kept is over. */
  readonly sealed: string | null;
  /** What went wrong on the way to the provider, for the log. */
  readonly fault: string | null;
}

/** What a browser came back with. */
export interface Return {
  /** The sealed word of `begin`. */
  readonly sealed: string | null;
  /** The query of the address, as it was sent. */
  readonly query: string;
}

/** The way of people through providers. */
export class ProviderSignIn {
  readonly #parts: SignInParts;
  readonly #clients = new ProviderClients();
  readonly #attempts: Seal;
  readonly #arrivals: Seal;

  constructor(parts: SignInParts) {
    const { keys } = parts;
    this.#parts = parts;
    this.#attempts = new Seal({ keys, purpose: 'sign-in attempt', lifetime: ATTEMPT_LIFETIME });
    this.#arrivals = new Seal({ keys, purpose: 'sign-in arrival', lifetime: ARRIVAL_LIFETIME });
  }

  /** True where people may sign in by this; `email` is signing in with a password.*/
  async isOn(name: string): Promise<boolean> {
    return (await this.#find(name)) !== 'disabled';
  }

  /**
   * Sends somebody to a provider.
   * @param wanted Pages of the front end that the request asks to come out at
   * @throws ApplicationError for a provider that is off, ValidationError for a page that may not be asked for
   */
  async begin(name: string, wanted: readonly string[]): Promise<Step> {
    const provider = await this.#provider(name);
    const callback = await callbackOf(provider, wanted, this.#parts.rule);
    if (callback === null) throw noCallback();
    return stepOf(provider, callback, async () => {
      const client = await this.#clients.of(provider);
      const redirectUri = this.#parts.redirectUri(name);
      const { location, attempt } = await beginSignIn(client, { redirectUri, callback });
      return { location, sealed: await this.#attempts.seal({ ...attempt }), fault: null };
    });
  }

  /** Sends somebody who came back from a provider to the front end. @throws ApplicationError for a provider that is off */
  async finish(name: string, { sealed, query }: Return): Promise<Step> {
    const provider = await this.#provider(name);
    const attempt = sealed === null ? null : toAttempt(await this.#attempts.open(sealed), name);
    const callback = attempt?.callback ?? provider.callback;
    if (callback === null) throw noCallback();
    return stepOf(provider, callback, async () => {
      if (attempt === null) throw new SignInRefusal('The sign-in was not begun in this browser.');
      const client = await this.#clients.of(provider);
      const address = new URL(this.#parts.redirectUri(name));
      address.search = query;
      const grant = await finishSignIn(client, { attempt, address });
      const profile = await profileOf(client, grant);
      const word = await this.#arrivals.seal({
        ...profile,
        provider: name,
        page: new URL(callback).origin,
        jti: randomUUID(),
      });
      return {
        location: withQuery(callback, { access_token: word }),
        sealed: word,
        fault: null,
      };
    });
  }

  /**
   * The row id of the user whose word a front end brings; each word is good once.
   * @param origin Of the page that brings a word which only its browser knows; null where that is not asked
   * @throws ApplicationError
   */
  async arrive(name: string, word: string | null, origin: string | null): Promise<number> {
    if ((await this.#find(name)) === 'disabled') throw disabled();
    const arrival = word === null ? null : toArrival(await this.#arrivals.open(word));
    const isGood =
      arrival?.provider === name &&
      (origin === null || arrival.page === origin) &&
      (await this.#parts.spend(arrival.id));
    if (!isGood) throw refusal('OAuth authentication requires a completed provider session');
    return this.#parts.users.signIn({ provider: name, profile: arrival.profile });
  }

  #find(name: string): Promise<FoundProvider> {
    const { database, configured } = this.#parts;
    return database.read(findProvider(configured, name));
  }

  /** @throws ApplicationError */
  async #provider(name: string): Promise<Provider> {
    const found = await this.#find(name);
    if (found === 'disabled') throw disabled();
    if (found === 'unknown') throw refusal('Unknown OAuth provider');
    return found;
  }
}

/** A step that leads to the front end whatever happens: with the reason where it went wrong. */
async function stepOf(
  { name }: Provider,
  callback: string,
  take: () => Promise<Step>,
): Promise<Step> {
  try {
    return await take();
  } catch (error) {
    const isRefusal = error instanceof SignInRefusal;
    const refusal = isRefusal ? error : new SignInRefusal(`The sign-in with ${name} failed.`);
    const query = { error: refusal.code, error_description: refusal.message };
    const fault = isRefusal ? null : reasonOf(error);
    return { location: withQuery(callback, query), sealed: null, fault };
  }
}

/** Never the cause as a whole: answers of providers hold tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const inner = cause instanceof Error ? ` (${cause.message})` : '';
  return `${error.message}${inner}`;
}

function toAttempt(payload: JsonObject | null, name: string): Attempt | null {
  const text = (key: string): string | undefined => toText(payload?.[key]);
  const [provider, callback] = [text('provider'), text('callback')];
  const [state, verifier, nonce] = [text('state'), text('verifier'), text('nonce') ?? null];
  const isWhole = provider === name && callback && state && verifier;
  return isWhole ? { provider, callback, state, verifier, nonce } : null;
}

interface ArrivalClaims {
  readonly id: string;
  readonly provider: string;
  /** Origin of the page that it was given to. */
  readonly page: string;
  readonly profile: Profile;
}

function toArrival(payload: JsonObject | null): ArrivalClaims | null {
  const text = (key: string): string | undefined => toText(payload?.[key]);
  const [id, provider, page, email] = [text('jti'), text('provider'), text('page'), text('email')];
  if (!id || !provider || !page || !email) return null;
  return { id, provider, page, profile: { email, username: text('username') ?? null } };
}

function disabled(): AppError {
  return refusal('This provider is disabled');
}

function noCallback(): AppError {
  return refusal('Provider callback URL is not configured');
}

function refusal(message: string): AppError {
  return new AppError('ApplicationError', message);
}
