// Routes of the admin API for API tokens.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { ApiTokens, IssueCheck } from '../../auth/api-tokens/api-tokens.ts';
import type { TokenCeiling } from '../../auth/api-tokens/token-ceiling.ts';
import { showToken } from '../../auth/api-tokens/stored-tokens.ts';
import { AppError } from '../../base/errors.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import { secretData } from '../response/response.ts';
import type { AdminRoute, Middleware, Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';

interface TokenRouteDependencies {
  readonly tokens: ApiTokens;
  /** Waits until the use of tokens so far is recorded. */
  readonly usesRecorded: () => Promise<void>;
  readonly ceiling: OnDemand<TokenCeiling>;
}

const PATH = '/admin/api-tokens';

/** Returns a middleware for routes that show when tokens were last used. */
export function afterTokenUses(usesRecorded: () => Promise<void>): Middleware<AdminPrincipal> {
  return async (request, next) => {
    await usesRecorded();
    return next(request);
  };
}

/** The routes under `/admin/api-tokens`. */
export function tokenRoutes({
  tokens,
  usesRecorded,
  ceiling,
}: TokenRouteDependencies): readonly Route[] {
  const middlewares = [afterTokenUses(usesRecorded)];
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    action: string,
    handler: AdminRoute['handler'],
  ): Route => ({
    method,
    path,
    caller: 'admin',
    permission: `admin::api-tokens.${action}`,
    middlewares,
    handler,
  });
  const check = async ({ ability }: AdminPrincipal): Promise<IssueCheck> => {
    const limit = await ceiling();
    return (power) => limit.assertMayIssue(ability, power);
  };
  return [
    route(['POST', PATH], 'create', async ({ body, caller }) => {
      const { checkNewToken } = await import('../../auth/api-tokens/token-form.ts');
      const { token, plain } = await tokens.create(await checkNewToken(body), await check(caller));
      return secretData(showToken(token, plain), 201);
    }),
    route(['GET', PATH], 'read', async () => {
      const all = await tokens.list();
      return secretData(all.map((token) => showToken(token)));
    }),
    route(['GET', `${PATH}/:id`], 'read', async (request) => {
      const token = await tokens.find(rowIdOrNone(request));
      if (!token) throw new AppError('NotFoundError', 'API Token not found');
      return secretData(
        showToken(token, await tokens.plainKey(token, await check(request.caller))),
      );
    }),
    route(['PUT', `${PATH}/:id`], 'update', async (request) => {
      const { checkTokenUpdate } = await import('../../auth/api-tokens/token-form.ts');
      const requested = await checkTokenUpdate(request.body);
      return secretData(
        showToken(
          await tokens.update(rowIdOrNone(request), requested, await check(request.caller)),
        ),
      );
    }),
    route(['POST', `${PATH}/:id/regenerate`], 'regenerate', async (request) => {
      const { token, plain } = await tokens.regenerate(
        rowIdOrNone(request),
        await check(request.caller),
      );
      return secretData({ id: token.id, accessKey: plain, kind: token.kind }, 201);
    }),
    route(['DELETE', `${PATH}/:id`], 'delete', async (request) => {
      const removed = await tokens.remove(rowIdOrNone(request));
      return secretData(removed && showToken(removed));
    }),
  ];
}
