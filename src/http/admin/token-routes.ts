// Routes of the admin API for API tokens.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import { showToken } from '../../auth/api-tokens/stored-tokens.ts';
import { AppError } from '../../base/errors.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { AdminRoute, Middleware, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../row-id.ts';

interface TokenRouteParts {
  readonly tokens: ApiTokens;
  /** Waits until the use of tokens so far is recorded. */
  readonly usesRecorded: () => Promise<void>;
}

const PATH = '/admin/api-tokens';

/** The routes under `/admin/api-tokens`. */
export function tokenRoutes({ tokens, usesRecorded }: TokenRouteParts): readonly Route[] {
  const afterUses: Middleware<AdminPrincipal> = async (request, next) => {
    await usesRecorded();
    return next(request);
  };
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    action: string,
    handler: AdminRoute['handler'],
  ): Route => ({
    method,
    path,
    caller: 'admin',
    permission: `admin::api-tokens.${action}`,
    middlewares: [afterUses],
    handler,
  });
  return [
    route(['POST', PATH], 'create', async ({ body }) => {
      const { checkNewToken } = await import('../../auth/api-tokens/token-form.ts');
      const { token, plain } = await tokens.create(await checkNewToken(body));
      return secret(showToken(token, plain), 201);
    }),
    route(['GET', PATH], 'read', async () => {
      const all = await tokens.list();
      return secret(all.map((token) => showToken(token)));
    }),
    route(['GET', `${PATH}/:id`], 'read', async (request) => {
      const token = await tokens.find(idOf(request));
      if (!token) throw new AppError('NotFoundError', 'API Token not found');
      return secret(showToken(token, tokens.plainKey(token)));
    }),
    route(['PUT', `${PATH}/:id`], 'update', async (request) => {
      const { checkTokenUpdate } = await import('../../auth/api-tokens/token-form.ts');
      const wanted = await checkTokenUpdate(request.body);
      return secret(showToken(await tokens.update(idOf(request), wanted)));
    }),
    route(['POST', `${PATH}/:id/regenerate`], 'regenerate', async (request) => {
      const { token, plain } = await tokens.regenerate(idOf(request));
      return secret({ id: token.id, accessKey: plain, kind: token.kind }, 201);
    }),
    route(['DELETE', `${PATH}/:id`], 'delete', async (request) => {
      const removed = await tokens.remove(idOf(request));
      return secret(removed && showToken(removed));
    }),
  ];
}

/** The id in the path, or 0, which no row has, for an invalid one. */
function idOf(request: RouteRequest): number {
  return rowIdIn(request) ?? 0;
}

/** Some of these responses contain the plain token. */
function secret(data: unknown, status = 200): RouteResponse {
  return json({ data }, { status, headers: NO_STORE });
}
