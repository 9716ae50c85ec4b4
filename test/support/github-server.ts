// Local substitute for the parts of GitHub that sign-in uses: the sign-in page, the token endpoint and two API paths.
import { randomBytes, createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface GithubUser {
  readonly login: string;
  /** Public email address, if any. */
  readonly email: string | null;
  readonly emails: readonly {
    readonly email: string;
    readonly primary: boolean;
    readonly verified: boolean;
  }[];
}

export interface GithubServer extends AsyncDisposable {
  readonly address: string;
  /** The user who signs in next. */
  user: GithubUser;
  /** Requests to the API. */
  readonly requests: string[];
}

export interface GithubOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `iss` parameter of the redirect URL, or null for none. */
  readonly issuer?: string | null;
}

interface Code {
  readonly user: GithubUser;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** Starts a server. The caller stops it. */
export async function startGithub(
  user: GithubUser,
  { clientId, clientSecret, issuer = null }: GithubOptions,
): Promise<GithubServer> {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, GithubUser>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://github.test');
    const json = (status: number, body: unknown): unknown =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body));
    if (pathname === '/login/oauth/authorize') {
      const redirectUri = searchParams.get('redirect_uri') ?? '';
      const code = randomBytes(10).toString('hex');
      const challenge = searchParams.get('code_challenge') ?? '';
      codes.set(code, { user: github.user, redirectUri, challenge });
      const location = new URL(redirectUri);
      location.searchParams.set('code', code);
      location.searchParams.set('state', searchParams.get('state') ?? '');
      if (issuer !== null) location.searchParams.set('iss', issuer);
      return response.writeHead(302, { location: location.href }).end();
    }
    if (pathname === '/login/oauth/access_token') {
      return text(request).then((body) => {
        const sent = new URLSearchParams(body);
        const code = codes.get(sent.get('code') ?? '');
        codes.delete(sent.get('code') ?? '');
        const verifier = sent.get('code_verifier') ?? '';
        const challenge = createHash('sha256').update(verifier).digest('base64url');
        const isClient =
          sent.get('client_id') === clientId && sent.get('client_secret') === clientSecret;
        if (!isClient) return json(200, { error: 'incorrect_client_credentials' });
        if (!code || code.challenge !== challenge) {
          return json(200, { error: 'bad_verification_code' });
        }
        const token = `gho_${randomBytes(18).toString('hex')}`;
        tokens.set(token, code.user);
        return json(200, { access_token: token, token_type: 'bearer', scope: 'user:email' });
      });
    }
    github.requests.push(`${request.method} ${pathname} ${request.headers['user-agent'] ?? ''}`);
    const known = tokens.get(bearerOf(request));
    if (!known) return json(401, { message: 'Bad credentials' });
    if (pathname === '/user') return json(200, { login: known.login, email: known.email });
    if (pathname === '/user/emails') return json(200, known.emails);
    return json(404, { message: 'Not Found' });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const github: GithubServer = {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    user,
    requests: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return github;
}

function bearerOf({ headers }: IncomingMessage): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? '';
}
