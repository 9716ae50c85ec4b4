// Sign-in with a provider: the browser is redirected to the provider, returns with a code, and is redirected to
// the front end with an access token of this server, which the front end exchanges for a session
// (docs/sign-in-providers.md). Tokens of a provider never leave this server.
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
import { SignInError, type SignInAttempt, type Profile, type Provider } from './provider.ts';
import { Seal } from './seal.ts';

/** Time limit for signing in at the provider, in seconds. */
export const ATTEMPT_LIFETIME = 600;

/** Lifetime of the access token for the front end, in seconds. */
export const ACCESS_TOKEN_LIFETIME = 120;

export interface ProviderSignInDependencies {
  readonly database: Database;
  readonly configured: ConfiguredProviders;
  /** Secrets: the first encrypts, all decrypt. */
  readonly keys: readonly string[];
  readonly rule: CallbackRule | null;
  readonly users: ProviderUsers;
  /** Marks an access token as used for the rest of its lifetime. @returns false if it was used before */
  readonly markUsed: (id: string) => Promise<boolean>;
  /** Callback URL of a provider at this server, without query. */
  readonly redirectUri: (provider: string) => string;
}

/** The next redirect. */
export interface RedirectStep {
  readonly location: string;
  /** Value for the cookie of the browser, or null to remove it. */
  readonly sealed: string | null;
  /** Error on the way to the provider, for the log. */
  readonly fault: string | null;
}

/** The callback of a provider. */
export interface CallbackRequest {
  /** The sealed cookie set by `begin`. */
  readonly sealed: string | null;
  /** Query of the URL, undecoded. */
  readonly query: string;
}

/** The sign-in flow of providers. */
export class ProviderSignIn {
  readonly #dependencies: ProviderSignInDependencies;
  readonly #clients = new ProviderClients();
  readonly #attempts: Seal;
  readonly #accessTokens: Seal;

  constructor(dependencies: ProviderSignInDependencies) {
    const { keys } = dependencies;
    this.#dependencies = dependencies;
    this.#attempts = new Seal({ keys, purpose: 'sign-in attempt', lifetime: ATTEMPT_LIFETIME });
    this.#accessTokens = new Seal({
      keys,
      purpose: 'sign-in access token',
      lifetime: ACCESS_TOKEN_LIFETIME,
    });
  }

  /** Returns true if a provider is enabled; `email` is password sign-in. */
  async isEnabled(name: string): Promise<boolean> {
    return (await this.#find(name)) !== 'disabled';
  }

  /**
   * Redirects to a provider.
   * @param requested Pages of the front end
   * @throws ApplicationError for a disabled provider, ValidationError for a page that is not allowed
   */
  async begin(name: string, requested: readonly string[]): Promise<RedirectStep> {
    const provider = await this.#provider(name);
    const callback = await callbackOf(provider, requested, this.#dependencies.rule);
    if (callback === null) throw noCallback();
    return stepOf(provider, callback, async () => {
      const client = await this.#clients.of(provider);
      const redirectUri = this.#dependencies.redirectUri(name);
      const { location, attempt } = await beginSignIn(client, { redirectUri, callback });
      return { location, sealed: await this.#attempts.seal({ ...attempt }), fault: null };
    });
  }

  /** Redirects from a provider to the front end. @throws ApplicationError for a disabled provider */
  async finish(name: string, { sealed, query }: CallbackRequest): Promise<RedirectStep> {
    const provider = await this.#provider(name);
    const attempt = sealed === null ? null : toAttempt(await this.#attempts.open(sealed), name);
    const callback = attempt?.callback ?? provider.callback;
    if (callback === null) throw noCallback();
    return stepOf(provider, callback, async () => {
      if (attempt === null) throw new SignInError('The sign-in was not started in this browser.');
      const client = await this.#clients.of(provider);
      const address = new URL(this.#dependencies.redirectUri(name));
      address.search = query;
      const grant = await finishSignIn(client, { attempt, address });
      const profile = await profileOf(client, grant);
      const accessToken = await this.#accessTokens.seal({
        ...profile,
        provider: name,
        page: new URL(callback).origin,
        jti: randomUUID(),
      });
      return {
        location: withQuery(callback, { access_token: accessToken }),
        sealed: accessToken,
        fault: null,
      };
    });
  }

  /**
   * Returns the row id of the user of an access token, which is valid once.
   * @param origin Origin of the page, which receives a token bound to its browser; null to skip the check
   * @throws ApplicationError
   */
  async complete(name: string, accessToken: string | null, origin: string | null): Promise<number> {
    if ((await this.#find(name)) === 'disabled') throw disabled();
    const claims =
      accessToken === null ? null : toAccessTokenClaims(await this.#accessTokens.open(accessToken));
    const isValid =
      claims?.provider === name &&
      (origin === null || claims.page === origin) &&
      (await this.#dependencies.markUsed(claims.id));
    if (!isValid) throw rejection('OAuth authentication requires a completed provider session');
    return this.#dependencies.users.signIn({ provider: name, profile: claims.profile });
  }

  #find(name: string): Promise<FoundProvider> {
    const { database, configured } = this.#dependencies;
    return database.read(findProvider(configured, name));
  }

  /** @throws ApplicationError */
  async #provider(name: string): Promise<Provider> {
    const found = await this.#find(name);
    if (found === 'disabled') throw disabled();
    if (found === 'unknown') throw rejection('Unknown OAuth provider');
    return found;
  }
}

/** A redirect to the front end in any case; if it failed, with the reason. */
async function stepOf(
  { name }: Provider,
  callback: string,
  take: () => Promise<RedirectStep>,
): Promise<RedirectStep> {
  try {
    return await take();
  } catch (error) {
    const isRejection = error instanceof SignInError;
    const rejection = isRejection ? error : new SignInError(`The sign-in with ${name} failed.`);
    const query = { error: rejection.code, error_description: rejection.message };
    const fault = isRejection ? null : reasonOf(error);
    return { location: withQuery(callback, query), sealed: null, fault };
  }
}

/** Never the whole error: responses of providers contain tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const inner = cause instanceof Error ? ` (${cause.message})` : '';
  return `${error.message}${inner}`;
}

function toAttempt(payload: JsonObject | null, name: string): SignInAttempt | null {
  const text = (key: string): string | undefined => toText(payload?.[key]);
  const [provider, callback] = [text('provider'), text('callback')];
  const [state, verifier, nonce] = [text('state'), text('verifier'), text('nonce') ?? null];
  const isComplete = provider === name && callback && state && verifier;
  return isComplete ? { provider, callback, state, verifier, nonce } : null;
}

interface AccessTokenClaims {
  readonly id: string;
  readonly provider: string;
  /** Origin of the page that received the token. */
  readonly page: string;
  readonly profile: Profile;
}

function toAccessTokenClaims(payload: JsonObject | null): AccessTokenClaims | null {
  const text = (key: string): string | undefined => toText(payload?.[key]);
  const [id, provider, page, email] = [text('jti'), text('provider'), text('page'), text('email')];
  if (!id || !provider || !page || !email) return null;
  return { id, provider, page, profile: { email, username: text('username') ?? null } };
}

function disabled(): AppError {
  return rejection('This provider is disabled');
}

function noCallback(): AppError {
  return rejection('Provider callback URL is not configured');
}

function rejection(message: string): AppError {
  return new AppError('ApplicationError', message);
}
