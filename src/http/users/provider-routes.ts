// Routes for signing in with a provider: redirect to the provider, callback, and token exchange with the front end.
import {
  ACCESS_TOKEN_LIFETIME,
  ATTEMPT_LIFETIME,
  type ProviderSignIn,
} from '../../auth/providers/sign-in.ts';
import type { Device, Tokens } from '../../auth/users/sign-in.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import type { QueryObject } from '../../query/params.ts';
import { listItems, textOf } from '../../query/parse/values.ts';
import type { TextQuery } from '../../query/read.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { cookieOf, cookieText } from '../response/cookies.ts';
import type { RateLimit } from '../routing/rate-limit.ts';
import { NO_STORE, redirect, type RouteResponse } from '../response/response.ts';
import type { PermissionRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { signedInResponse } from './account-route.ts';
import { deviceOf } from './device.ts';
import type { RefreshCookie } from './refresh-cookie.ts';

interface ProviderRouteDependencies {
  readonly signIn: ProviderSignIn;
  readonly rateLimit: RateLimit;
  readonly prefix: string;
  readonly parseQuery: (query: TextQuery) => QueryObject;
  /** If true, cookies are sent over TLS only. */
  readonly isSecure: boolean;
  /** Signs a user in. @param userId Row id */
  readonly open: (userId: number, device: Device) => Promise<Tokens>;
  /** Reads a user as the caller may see them. @param userId Row id */
  readonly readUser: (userId: number, access: ReadAccess) => Promise<EntryObject | null>;
  /** The cookie of refresh tokens. */
  readonly cookie: RefreshCookie;
}

/** Cookie while the user is at the provider. */
const ATTEMPT = 'quoin_connect';
/** Cookie until the front end completes the sign-in, for front ends that do not send the token themselves. */
const ACCESS_TOKEN = 'quoin_access_token';

/** The routes under a prefix such as `/api`. */
export function providerRoutes(dependencies: ProviderRouteDependencies): readonly Route[] {
  const { prefix, signIn, rateLimit: limit } = dependencies;
  /** Unknown names are counted together, so that new names cannot bypass the limit. */
  const rateLimit = (part: 'connect' | 'callback'): PermissionRoute['rateLimit'] => ({
    limit,
    key: async (request) => {
      const name = providerOf(request);
      return `${part} ${(await signIn.isEnabled(name)) ? name : ''}`;
    },
  });
  const connect = {
    method: 'GET',
    caller: 'permission',
    permissions: ['plugin::users-permissions.auth.connect'],
  } as const;
  const begin = {
    ...connect,
    rateLimit: rateLimit('connect'),
    handler: (request: RouteRequest) => sendToProvider(dependencies, request),
  };
  return [
    { ...begin, path: `${prefix}/connect/:provider` },
    {
      ...connect,
      path: `${prefix}/connect/:provider/callback`,
      rateLimit: rateLimit('callback'),
      handler: (request: RouteRequest) => sendToFrontEnd(dependencies, request),
    },
    { ...begin, path: `${prefix}/connect/:provider/*` },
    {
      ...connect,
      path: `${prefix}/auth/:provider/callback`,
      permissions: ['plugin::users-permissions.auth.callback'],
      handler: (request: RouteRequest<ContentCaller>) => finishSignIn(dependencies, request),
    },
  ];
}

async function sendToProvider(
  dependencies: ProviderRouteDependencies,
  request: RouteRequest,
): Promise<RouteResponse> {
  const name = providerOf(request);
  const requested = callbacksIn(request.query);
  const { location, sealed, fault } = await dependencies.signIn.begin(name, requested);
  if (fault !== null) request.log.warn(`Sign-in with ${name}: ${fault}`);
  const cookies = sealed === null ? [] : [attemptCookie(dependencies, name, sealed)];
  return redirect(location, { headers: NO_STORE, cookies });
}

/** The requested pages. They may contain brackets, which the syntax of filters would split. */
function callbacksIn(query: TextQuery): readonly string[] {
  if (typeof query === 'string') return new URLSearchParams(query).getAll('callback');
  const { callback = null } = query;
  return (listItems(callback) ?? [callback]).filter((item) => typeof item === 'string');
}

async function sendToFrontEnd(
  dependencies: ProviderRouteDependencies,
  request: RouteRequest,
): Promise<RouteResponse> {
  const name = providerOf(request);
  const stored = cookieOf(request, ATTEMPT);
  const step = await dependencies.signIn.finish(name, {
    sealed: stored,
    query: request.queryString,
  });
  const { location, sealed, fault } = step;
  if (fault !== null) request.log.warn(`Sign-in with ${name}: ${fault}`);
  const cookies = [
    attemptCookie(dependencies, name, null),
    ...(sealed === null ? [] : [accessTokenCookie(dependencies, name, sealed)]),
  ];
  return redirect(location, { headers: NO_STORE, cookies });
}

/** Completes a sign-in with the token in the query or the cookie. */
async function finishSignIn(
  dependencies: ProviderRouteDependencies,
  request: RouteRequest<ContentCaller>,
): Promise<RouteResponse> {
  const name = providerOf(request);
  const sent = textOf(dependencies.parseQuery(request.query)['access_token']);
  const token = sent || cookieOf(request, ACCESS_TOKEN);
  // Browsers send cookies for any page, so the page must be the one that received the token.
  const origin = sent ? null : (request.headers.origin ?? null);
  const userId = await dependencies.signIn.complete(name, token, origin);
  const tokens = await dependencies.open(userId, deviceOf(request));
  const user = await dependencies.readUser(userId, request.caller.access);
  return signedInResponse(
    request,
    { tokens, user },
    {
      isLogin: true,
      cookie: dependencies.cookie,
      headers: NO_STORE,
      cookies: [accessTokenCookie(dependencies, name, null)],
    },
  );
}

function providerOf({ params }: RouteRequest): string {
  return params['provider'] ?? '';
}

/** @param value Null to remove the cookie */
function attemptCookie(
  { prefix, isSecure }: ProviderRouteDependencies,
  provider: string,
  value: string | null,
): string {
  return cookieText({
    name: ATTEMPT,
    value: value ?? '',
    path: `${prefix}/connect/${provider}`,
    maxAge: value === null ? 0 : ATTEMPT_LIFETIME,
    isSecure,
  });
}

/** @param value Null to remove the cookie */
function accessTokenCookie(
  { prefix, isSecure }: ProviderRouteDependencies,
  provider: string,
  value: string | null,
): string {
  return cookieText({
    name: ACCESS_TOKEN,
    value: value ?? '',
    path: `${prefix}/auth/${provider}/callback`,
    maxAge: value === null ? 0 : ACCESS_TOKEN_LIFETIME,
    isSecure,
  });
}
