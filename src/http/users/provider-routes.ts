// In charge of the routes for signing in with a provider: to it, back from it, and the front end that brings what its
// people came back with (spec/auth.md section 5, "Providers").
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import {
  ARRIVAL_LIFETIME,
  ATTEMPT_LIFETIME,
  type ProviderSignIn,
} from '../../auth/providers/sign-in.ts';
import type { Device, Tokens } from '../../auth/users/sign-in.ts';
import type { ReadAccess } from '../../query/access.ts';
import { admit } from '../admission.ts';
import type { Route } from '../bind-routes.ts';
import { cookieOf, cookieText } from '../cookies.ts';
import { queryText } from '../query-text.ts';
import type { RateLimit } from '../rate-limit.ts';
import { assertServed } from '../respond.ts';
import { sendSignedIn } from './account-route.ts';
import { deviceOf } from './device.ts';
import type { RefreshCookie } from './refresh-cookie.ts';

export interface ProviderRouteParts {
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly signIn: ProviderSignIn;
}

export interface ProviderRouteOptions {
  readonly prefix: string;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
  /** True: browsers send cookies back over TLS only. */
  readonly isSecure: boolean;
  /** Signs a user in. @param userId Row id */
  readonly open: (userId: number, device: Device) => Promise<Tokens>;
  /** A user as the caller may see them, as JSON text. @param userId Row id */
  readonly readUser: (userId: number, access: ReadAccess) => Promise<string>;
  /** Where the mode has one. */
  readonly cookie: RefreshCookie;
}

const CONNECT = ['plugin::users-permissions.auth.connect'];
const CALLBACK = ['plugin::users-permissions.auth.callback'];

/** Kept by a browser while somebody is at a provider. */
const ATTEMPT = 'quoin_connect';
/** Kept by a browser until its front end asks who came back, for those that do not bring the word themselves. */
const ARRIVAL = 'quoin_arrival';

/** What answers under a prefix such as `/api`. */
export function providerRoutes(
  parts: ProviderRouteParts,
  options: ProviderRouteOptions,
): readonly Route[] {
  const { prefix } = options;
  const begin: Route['handler'] = (request, reply) => sendThere(parts, options, { request, reply });
  return [
    { method: 'GET', path: `${prefix}/connect/:provider`, handler: begin },
    {
      method: 'GET',
      path: `${prefix}/connect/:provider/callback`,
      handler: (request, reply) => sendBack(parts, options, { request, reply }),
    },
    { method: 'GET', path: `${prefix}/connect/:provider/*`, handler: begin },
    {
      method: 'GET',
      path: `${prefix}/auth/:provider/callback`,
      handler: (request, reply) => arrive(parts, options, { request, reply }),
    },
  ];
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** To the provider. */
async function sendThere(
  parts: ProviderRouteParts,
  options: ProviderRouteOptions,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const name = providerOf(request);
  await enter(parts, options, { request, reply });
  const wanted = new URLSearchParams(queryText(request)).getAll('callback');
  const { location, sealed, fault } = await parts.signIn.begin(name, wanted);
  if (fault !== null) request.log.warn(`Sign-in with ${name}: ${fault}`);
  const path = `${options.prefix}/connect/${name}`;
  if (sealed !== null)
    keep(reply, options, { name: ATTEMPT, value: sealed, path, maxAge: ATTEMPT_LIFETIME });
  return redirect(reply, location);
}

/** Back from the provider, to the front end. */
async function sendBack(
  parts: ProviderRouteParts,
  options: ProviderRouteOptions,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const name = providerOf(request);
  await enter(parts, options, { request, reply });
  const { prefix } = options;
  const kept = cookieOf(request, ATTEMPT);
  const step = await parts.signIn.finish(name, { sealed: kept, query: queryText(request) });
  const { location, sealed, fault } = step;
  if (fault !== null) request.log.warn(`Sign-in with ${name}: ${fault}`);
  keep(reply, options, { name: ATTEMPT, value: '', path: `${prefix}/connect/${name}`, maxAge: 0 });
  if (sealed !== null) {
    const path = `${prefix}/auth/${name}/callback`;
    keep(reply, options, { name: ARRIVAL, value: sealed, path, maxAge: ARRIVAL_LIFETIME });
  }
  return redirect(reply, location);
}

/** The front end brings the word of somebody, in the query or as a cookie. */
async function arrive(
  parts: ProviderRouteParts,
  options: ProviderRouteOptions,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const name = providerOf(request);
  const { access } = await admit(parts.authenticator, request, CALLBACK);
  assertServed(options.blocked);
  const brought = new URLSearchParams(queryText(request)).get('access_token');
  const word = brought || cookieOf(request, ARRIVAL);
  // A browser sends cookies for whatever page asks: it must be the one that the word was given to.
  const origin = brought ? null : (request.headers.origin ?? null);
  const userId = await parts.signIn.arrive(name, word, origin);
  keep(reply, options, {
    name: ARRIVAL,
    value: '',
    path: `${options.prefix}/auth/${name}/callback`,
    maxAge: 0,
  });
  reply.header('cache-control', 'no-store');
  const tokens = await options.open(userId, deviceOf(request));
  const user = await options.readUser(userId, access);
  const signedIn = { tokens, user };
  return sendSignedIn(options, { request, reply }, { signedIn, isLogin: true });
}

/** Lets a caller in who has not asked too often. Names that are no provider's are counted as one, so that none is new. */
async function enter(
  { authenticator, rateLimit, signIn }: ProviderRouteParts,
  { blocked }: ProviderRouteOptions,
  { request, reply }: Exchange,
): Promise<void> {
  await admit(authenticator, request, CONNECT);
  assertServed(blocked);
  const part = request.routeOptions.url?.endsWith('/callback') ? 'callback' : 'connect';
  const name = providerOf(request);
  const counted = (await signIn.isOn(name)) ? name : '';
  await rateLimit.count(reply, `${part} ${counted} ${request.ip}`);
}

function providerOf({ params }: FastifyRequest): string {
  return (params as { readonly provider: string }).provider;
}

interface Kept {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly maxAge: number;
}

function keep(reply: FastifyReply, { isSecure }: ProviderRouteOptions, cookie: Kept): void {
  reply.header('set-cookie', cookieText({ ...cookie, isSecure }));
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}
