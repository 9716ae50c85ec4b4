// OAuth and OpenID Connect clients of providers: discovery, redirection to the provider, and the exchange of its
// code.
import type * as OpenId from 'openid-client';
import type { Configuration } from 'openid-client';
import { isLoopback } from '../../base/urls.ts';
import { LruMap } from '../../base/lru-map.ts';
import { SignInError, type SignInAttempt, type Provider } from './provider.ts';

/** The OAuth client library, loaded on first use. */
export type OpenIdClient = typeof OpenId;

/** The tokens that a provider issued for an authorization code. */
export interface ProviderGrant {
  readonly accessToken: string;
  /** Claims of the ID token, or null without one. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

/** A connection to a provider. */
export interface ProviderClient {
  readonly provider: Provider;
  readonly library: OpenIdClient;
  readonly configuration: Configuration;
}

/** Timeout of requests to a provider, in seconds. */
const TIMEOUT = 10;

/** How long discovered endpoints are cached, in milliseconds. */
const MAX_AGE = 60 * 60 * 1000;

/** Estimated bytes of a client, with the metadata and keys of its provider. */
const BYTES_OF_CLIENT = 20_000;

/** Connections to providers, by their options. */
export class ProviderClients {
  readonly #clients = new LruMap<
    string,
    { readonly made: number; client: Promise<ProviderClient> }
  >('provider_clients', () => BYTES_OF_CLIENT);

  /** Returns the connection to a provider. @throws if discovery fails */
  async of(provider: Provider): Promise<ProviderClient> {
    const key = JSON.stringify(provider);
    const cached = this.#clients.get(key);
    if (cached && Date.now() - cached.made < MAX_AGE) return cached.client;
    const entry = this.#clients.set(key, { made: Date.now(), client: connect(provider) });
    // After a failure the next caller tries again.
    entry.client.catch(() => this.#clients.set(key, { ...entry, made: 0 }));
    return entry.client;
  }
}

async function connect(provider: Provider): Promise<ProviderClient> {
  const library = await import('openid-client');
  const { clientId, clientSecret, issuer } = provider;
  if (provider.kind === 'github') {
    const server = {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    };
    const authentication = library.ClientSecretPost(clientSecret);
    const configuration = new library.Configuration(server, clientId, {}, authentication);
    configuration.timeout = TIMEOUT;
    if (isLoopback(issuer)) library.allowInsecureRequests(configuration);
    return { provider, library, configuration };
  }
  const configuration = await library.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    {
      timeout: TIMEOUT,
      execute: isLoopback(issuer) ? [library.allowInsecureRequests] : [],
    },
  );
  return { provider, library, configuration };
}

/** Authorization URL of the provider, and the values that its response must contain. */
export async function beginSignIn(
  { provider, library, configuration }: ProviderClient,
  { redirectUri, callback }: { readonly redirectUri: string; readonly callback: string },
): Promise<{ readonly location: string; readonly attempt: SignInAttempt }> {
  const nonce = provider.kind === 'github' ? null : library.randomNonce();
  const attempt: SignInAttempt = {
    provider: provider.name,
    callback,
    state: library.randomState(),
    verifier: library.randomPKCECodeVerifier(),
    nonce,
  };
  const location = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scope.join(' '),
    state: attempt.state,
    code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(nonce === null ? {} : { nonce }),
  });
  return { location: location.href, attempt };
}

/**
 * Exchanges the code of a callback.
 * @param address URL of the callback with its query
 * @throws SignInError if the provider rejected the sign-in, or another error
 */
export async function finishSignIn(
  { provider, library, configuration }: ProviderClient,
  { attempt, address }: { readonly attempt: SignInAttempt; readonly address: URL },
): Promise<ProviderGrant> {
  const { state, verifier, nonce } = attempt;
  // Each provider has its own callback URL, so that none can impersonate another. GitHub has no OpenID configuration,
  // and thus no known issuer.
  if (provider.kind === 'github') address.searchParams.delete('iss');
  try {
    const tokens = await library.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(nonce === null ? {} : { expectedNonce: nonce, idTokenExpected: true }),
    });
    return { accessToken: tokens.access_token, claims: tokens.claims() ?? null };
  } catch (error) {
    if (!(error instanceof library.AuthorizationResponseError)) throw error;
    throw new SignInError(error.error_description ?? error.error, error.error);
  }
}
