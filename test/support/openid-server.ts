// Local OpenID Connect provider with its own sign-in pages.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { CLIENT } from './provider-project.ts';

export interface OpenIdServer extends AsyncDisposable {
  readonly issuer: string;
  /** Profiles by sign-in name. */
  readonly people: Map<string, object>;
}

export interface OpenIdServerOptions {
  readonly redirectUris: readonly string[];
  /** Whether the ID token contains the profile, so that it need not be requested. */
  readonly inIdToken?: boolean;
  /** Default: a free port. */
  readonly port?: number;
}

/** Starts a provider. The caller stops it. */
export async function startOpenIdServer({
  redirectUris,
  inIdToken = false,
  port = 0,
}: OpenIdServerOptions): Promise<OpenIdServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, object>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name'],
    },
    cookies: { keys: ['of-the-provider'] },
    conformIdTokenClaims: !inIdToken,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
