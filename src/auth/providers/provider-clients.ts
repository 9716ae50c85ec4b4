// In charge of speaking OAuth and OpenID Connect with a provider: where it is found, sending somebody there, and taking
// what they come back with.
import type * as OpenId from 'openid-client';
import type { Configuration } from 'openid-client';
import { isLocal } from '../../base/loopback.ts';
import { LruMap } from '../../base/lru-map.ts';
import { SignInRefusal, type Attempt, type Provider } from './provider.ts';

/** The client's side of OAuth, loaded when somebody first signs in by it. */
export type OpenIdClient = typeof OpenId;

/** What a provider gave for a code. */
export interface Grant {
  readonly accessToken: string;
  /** Claims of the ID token; null where there is none. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

/** A connection to a provider. */
export interface ProviderClient {
  readonly provider: Provider;
  readonly library: OpenIdClient;
  readonly configuration: Configuration;
}

/** Seconds that a provider may take to answer. */
const PATIENCE = 10;

/** Milliseconds after which a provider is asked again for its addresses. */
const KEPT_FOR = 60 * 60 * 1000;

const KEPT_CLIENTS = 100;

/** Connections to providers, by how they are set up. */
export class ProviderClients {
  readonly #kept = new LruMap<string, { readonly made: number; client: Promise<ProviderClient> }>(
    KEPT_CLIENTS,
  );

  /** The connection to a provider. @throws whatever kept the provider from being found */
  async of(provider: Provider): Promise<ProviderClient> {
    const key = JSON.stringify(provider);
    const kept = this.#kept.get(key);
    if (kept && Date.now() - kept.made < KEPT_FOR) return kept.client;
    const entry = this.#kept.keep(key, { made: Date.now(), client: connect(provider) });
    // One that was not found is looked for again by the next who asks.
    entry.client.catch(() => this.#kept.keep(key, { ...entry, made: 0 }));
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
    configuration.timeout = PATIENCE;
    if (isLocal(issuer)) library.allowInsecureRequests(configuration);
    return { provider, library, configuration };
  }
  const configuration = await library.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    {
      timeout: PATIENCE,
      execute: isLocal(issuer) ? [library.allowInsecureRequests] : [],
    },
  );
  return { provider, library, configuration };
}

/** Where somebody is sent to sign in, and what they must come back with. */
export async function beginSignIn(
  { provider, library, configuration }: ProviderClient,
  { redirectUri, callback }: { readonly redirectUri: string; readonly callback: string },
): Promise<{ readonly location: string; readonly attempt: Attempt }> {
  const nonce = provider.kind === 'github' ? null : library.randomNonce();
  const attempt: Attempt = {
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
 * Takes what somebody came back with.
 * @param address The address that they came back to, with its query
 * @throws SignInRefusal for what the provider says no to; whatever else went wrong
 */
export async function finishSignIn(
  { provider, library, configuration }: ProviderClient,
  { attempt, address }: { readonly attempt: Attempt; readonly address: URL },
): Promise<Grant> {
  const { state, verifier, nonce } = attempt;
  // Every provider has an address of its own to come back to, so that none can speak for another: of GitHub, which
  // has no OpenID configuration, it is not known what it calls itself.
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
    throw new SignInRefusal(error.error_description ?? error.error, error.error);
  }
}
