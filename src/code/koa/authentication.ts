// Authenticates requests to routes of project code, and sets `ctx.state.auth` and `ctx.state.user`.
import type { IncomingHttpHeaders } from 'node:http';
import type Koa from 'koa';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { unknownCredentials } from '../../auth/authenticate.ts';
import { assertAllowed, isAllowed, readAccessOf, type Principal } from '../../auth/principal.ts';
import type { UserClaims } from '../../auth/users/user-tokens.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { AppError } from '../../base/errors.ts';
import { toRecord, valueAt } from '../../schema/raw.ts';
import { userAbilityOf } from '../admin/user-ability.ts';
import { copyOf } from '../strapi/config.ts';
import type { Observers } from '../strapi/observers.ts';
import type { CodeAbility, Strapi } from '../strapi/strapi.ts';
import type { Row } from '../strapi/code-values.ts';
import type { Middleware } from './router.ts';
import { claimsOfToken, replacesTokens } from './replaced-tokens.ts';
import {
  accessOfStrategy,
  isStrategyAuth,
  verifyByStrategy,
  type AuthStrategies,
} from './auth-strategies.ts';

/** Authenticates callers of the content API. @throws AppError UnauthorizedError */
export interface CallerAuthenticator {
  authenticate(authorization: string | undefined): Promise<Principal>;
  /** @param claims Of a token that project code has verified */
  authenticateUser(claims: UserClaims): Promise<Principal>;
}

/** Authenticates administrators. @throws AppError UnauthorizedError */
export interface AdministratorAuthenticator {
  authenticate(authorization: string | undefined): Promise<AdminPrincipal>;
}

/** Key of the principal in `ctx.state.auth`. Copies of the object include it. */
const PRINCIPAL: unique symbol = Symbol('principal');

/** `ctx.state.auth`. */
export interface AuthState {
  readonly strategy: { readonly name: string };
  readonly credentials: Row | null;
  readonly ability: CodeAbility;
  readonly [PRINCIPAL]: Principal;
}

const USERS = 'plugin::users-permissions.user';

export interface CallerDependencies {
  readonly authenticator: CallerAuthenticator;
  readonly strategies: AuthStrategies;
  readonly observers: Pick<Observers, 'seesReads'>;
  readonly strapi: Strapi;
}

/** Sets the caller in `ctx.state`. @throws AppError UnauthorizedError */
export async function authenticate(
  ctx: Koa.Context,
  dependencies: CallerDependencies,
): Promise<void> {
  const { strategies } = dependencies;
  const ownList = strategiesOf(ctx);
  if (ownList) return authenticateWith(ownList, ctx, dependencies);
  const principal = await principalOfCaller(ctx, dependencies);
  if (principal) return setCaller(ctx, principal, dependencies);
  const auth = await strategies.authenticate(ctx);
  if (auth === null) throw unknownCredentials();
  Object.assign(ctx.state, { isAuthenticated: true, auth });
}

/** `config.auth.strategies` of the route; null by default. */
function strategiesOf(ctx: Koa.Context): readonly unknown[] | null {
  const list = toRecord(toRecord(toRecord(ctx.state['route'])['config'])['auth'])['strategies'];
  return Array.isArray(list) ? list : null;
}

/** Tries the strategies of a route in order. @throws UnauthorizedError if none authenticates the caller */
async function authenticateWith(
  list: readonly unknown[],
  ctx: Koa.Context,
  dependencies: CallerDependencies,
): Promise<void> {
  for (const strategy of list) {
    if (strategy === TOKENS || strategy === USERS_STRATEGY) {
      const principal = await principalOfCaller(ctx, dependencies);
      if (principal === null || (principal.kind === 'token') !== (strategy === TOKENS)) continue;
      return setCaller(ctx, principal, dependencies);
    }
    const auth = await dependencies.strategies.authenticate(ctx, strategy);
    if (auth === null) continue;
    Object.assign(ctx.state, { isAuthenticated: true, auth });
    return;
  }
  throw unknownCredentials();
}

/** Null for credentials that the built-in strategies do not recognize. @throws AppError for others that are invalid */
async function principalOfCaller(
  ctx: Koa.Context,
  dependencies: CallerDependencies,
): Promise<Principal | null> {
  const { authenticator, strapi } = dependencies;
  const { authorization }: IncomingHttpHeaders = ctx.req.headers;
  try {
    return await (replacesTokens(strapi)
      ? principalByService(ctx, dependencies)
      : authenticator.authenticate(authorization));
  } catch (error) {
    if (error instanceof AppError && error.reason === 'unknownCredentials') return null;
    throw error;
  }
}

/** Names of the built-in strategies. */
const TOKENS = 'content-api-token';
const USERS_STRATEGY = 'users-permissions';

/** API tokens take precedence over the replaced service. @throws AppError UnauthorizedError */
async function principalByService(
  ctx: Koa.Context,
  { authenticator, strapi }: CallerDependencies,
): Promise<Principal> {
  const { authorization }: IncomingHttpHeaders = ctx.req.headers;
  if (authorization !== undefined) {
    const token = await apiToken(authenticator, authorization);
    if (token !== null) return token;
  }
  const claims = await claimsOfToken(ctx, strapi);
  if (claims === null) return authenticator.authenticate(undefined);
  if (claims === undefined) throw unknownCredentials();
  return authenticator.authenticateUser(claims);
}

/** Returns null for other credentials. @throws AppError for an API token that has expired, and during outages */
async function apiToken(
  authenticator: CallerAuthenticator,
  authorization: string,
): Promise<Principal | null> {
  try {
    const principal = await authenticator.authenticate(authorization);
    return principal.kind === 'token' ? principal : null;
  } catch (error) {
    const isInvalid = error instanceof AppError && error.name === 'UnauthorizedError';
    if (isInvalid && error.reason !== 'expiredToken') return null;
    throw error;
  }
}

async function setCaller(
  ctx: Koa.Context,
  principal: Principal,
  dependencies: CallerDependencies,
): Promise<void> {
  const credentials = await credentialsOf(principal, dependencies);
  const strategy = principal.kind === 'token' ? TOKENS : USERS_STRATEGY;
  const auth: AuthState = {
    strategy: { name: strategy },
    credentials,
    ability: abilityOf(principal),
    [PRINCIPAL]: principal,
  };
  ctx.state['isAuthenticated'] = true;
  if (principal.kind === 'user') ctx.state['user'] = credentials;
  ctx.state['auth'] = auth;
}

/** The permissions of a caller, in the form of an ability of casl. */
function abilityOf(principal: Principal): CodeAbility {
  const can = (action: string): boolean => isAllowed(principal, [action]);
  return {
    can,
    cannot: (action) => !can(action),
    get rules() {
      return [...principal.actions].map((action) => ({ action, subject: 'all' }));
    },
  };
}

/** Authenticates an administrator and sets `ctx.state`. @throws AppError UnauthorizedError */
export async function authenticateAdmin(
  ctx: Koa.Context,
  administrators: AdministratorAuthenticator,
  strapi: Strapi,
): Promise<void> {
  const { authorization }: IncomingHttpHeaders = ctx.req.headers;
  const admin = await administrators.authenticate(authorization);
  const where = { id: admin.admin.id };
  const credentials = await strapi.db.query('admin::user').findOne({ where, populate: ['roles'] });
  const isLocalized = (uid: string): boolean =>
    valueAt(strapi.contentTypes[uid], 'pluginOptions.i18n.localized') === true;
  const ability = userAbilityOf(admin, isLocalized);
  Object.assign(ctx.state, {
    isAuthenticated: true,
    user: credentials,
    userAbility: ability,
    auth: { strategy: { name: 'admin' }, credentials, ability },
  });
}

/**
 * Sets `ctx.state` for a built-in route, which rejects callers that are not administrators itself. @param route Its method
 * and path
 */
export function identifyAdmin(
  administrators: AdministratorAuthenticator,
  strapi: Strapi,
  route: object,
): Middleware {
  return async (ctx, next) => {
    ctx.state['route'] = { ...route, config: {}, info: { type: 'admin' } };
    try {
      await authenticateAdmin(ctx, administrators, strapi);
    } catch (error) {
      if (!(error instanceof AppError) || error.name !== 'UnauthorizedError') throw error;
    }
    return next();
  };
}

/**
 * Checks that a caller has the permissions of a route. @param config `auth` of the route @throws AppError UnauthorizedError,
 * ForbiddenError, and errors of the caller's strategy
 */
export async function authorize(auth: unknown, config: unknown): Promise<void> {
  if (isStrategyAuth(auth)) return verifyByStrategy(auth, config);
  const scope = toRecord(config)['scope'] ?? undefined;
  const principal = principalOf(auth);
  // Without a scope, any caller with valid credentials may use the route.
  if (principal === null || (scope === undefined && principal.kind === 'public')) {
    throw new AppError('UnauthorizedError', 'Unauthorized');
  }
  assertAllowed(principal, scope === undefined ? [] : [scope].flat().map(String));
}

/** Returns the principal of `ctx.state.auth`, or null without authentication. */
export function principalOf(auth: unknown): Principal | null {
  return isAuthState(auth) ? auth[PRINCIPAL] : null;
}

/** Returns the access of a caller to related entries; full access on a route without authentication. */
export function accessOf(auth: unknown): ReadAccess {
  if (isStrategyAuth(auth)) return accessOfStrategy(auth);
  const principal = principalOf(auth);
  return principal === null ? fullAccess : readAccessOf(principal);
}

function isAuthState(auth: unknown): auth is AuthState {
  return typeof auth === 'object' && auth !== null && PRINCIPAL in auth;
}

/**
 * Rows of callers. The key is an object of the principal, which the authenticator reuses for a caller until a row of
 * callers changes.
 */
const callerRows = new WeakMap<object, Row>();

async function credentialsOf(
  principal: Principal,
  { strapi: { db }, observers }: CallerDependencies,
): Promise<Row | null> {
  switch (principal.kind) {
    case 'public':
      return null;
    case 'token': {
      const { id, type, actions } = principal;
      const permissions = type === 'custom' ? [...actions] : [];
      const tokens = db.query('admin::api-token');
      const row = await cachedRow(actions, () => tokens.findOne({ where: { id } }));
      return { ...row, id, type, permissions };
    }
    case 'user': {
      const { user } = principal;
      const where = { id: user.id };
      const read = () => db.query(USERS).findOne({ where, populate: ['role'] });
      // Hooks must run for each request.
      return observers.seesReads(USERS) ? read() : cachedRow(user, read);
    }
  }
}

/** Returns a copy, because code may change it. */
async function cachedRow(key: object, read: () => Promise<Row | null>): Promise<Row | null> {
  const row = callerRows.get(key) ?? (await read());
  if (row === null) return null;
  callerRows.set(key, row);
  return copyOf(row) as Row;
}
