// Routes of the admin API for API tokens. Their services are loaded on demand.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { ApiTokens, IssueCheck } from '../../auth/api-tokens/api-tokens.ts';
import type { TokenCeiling } from '../../auth/api-tokens/token-ceiling.ts';
import { AppError } from '../../base/errors.ts';
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import { json, NO_STORE } from '../response/response.ts';
import type { Middleware, Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';
import { adminRoutesUnder } from './admin-route.ts';

interface TokenRouteDependencies {
  readonly tokens: OnDemand<ApiTokens>;
  /** Waits until the use of tokens so far is recorded. */
  readonly usesRecorded: () => Promise<void>;
  readonly ceiling: OnDemand<TokenCeiling>;
}

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
  const route = adminRoutesUnder({
    path: '/admin/api-tokens',
    permission: 'admin::api-tokens',
    headers: NO_STORE,
    middlewares: [afterTokenUses(usesRecorded)],
  });
  const forms = () => import('../../auth/api-tokens/token-form.ts');
  const load = onDemand(async () => {
    const { showToken } = await import('../../auth/api-tokens/stored-tokens.ts');
    return { service: await tokens(), showToken };
  });
  const check = async ({ ability }: AdminPrincipal): Promise<IssueCheck> => {
    const limit = await ceiling();
    return (power) => limit.assertMayIssue(ability, power);
  };
  return [
    route(['POST', ''], 'create', async ({ body, caller }) => {
      const { checkNewToken } = await forms();
      const { service, showToken } = await load();
      const { token, plain } = await service.create(await checkNewToken(body), await check(caller));
      return json({ data: showToken(token, plain) }, { status: 201 });
    }),
    route(['GET', ''], 'read', async () => {
      const { service, showToken } = await load();
      const all = await service.list();
      return json({ data: all.map((token) => showToken(token)) });
    }),
    route(['GET', '/:id'], 'read', async (request) => {
      const { service, showToken } = await load();
      const token = await service.find(rowIdOrNone(request));
      if (!token) throw new AppError('NotFoundError', 'API Token not found');
      const plain = await service.plainKey(token, await check(request.caller));
      return json({ data: showToken(token, plain) });
    }),
    route(['PUT', '/:id'], 'update', async (request) => {
      const { checkTokenUpdate } = await forms();
      const values = await checkTokenUpdate(request.body);
      const { service, showToken } = await load();
      const id = rowIdOrNone(request);
      const token = await service.update(id, values, await check(request.caller));
      return json({ data: showToken(token) });
    }),
    route(['POST', '/:id/regenerate'], 'regenerate', async (request) => {
      const { service } = await load();
      const id = rowIdOrNone(request);
      const { token, plain } = await service.regenerate(id, await check(request.caller));
      const { kind } = token;
      return json({ data: { id: token.id, accessKey: plain, kind } }, { status: 201 });
    }),
    route(['DELETE', '/:id'], 'delete', async (request) => {
      const { service, showToken } = await load();
      const removed = await service.remove(rowIdOrNone(request));
      return json({ data: removed && showToken(removed) });
    }),
  ];
}
