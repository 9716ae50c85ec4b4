// Routes of the admin API for tokens of administrators. Their services are loaded on demand.
import type { ManagedTypes } from '../../auth/admin/managed-types.ts';
import type { AdminTokens } from '../../auth/api-tokens/admin-tokens.ts';
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import { json, NO_STORE } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';
import { adminRoutesUnder } from './admin-route.ts';
import { afterTokenUses } from './token-routes.ts';

interface AdminTokenRouteDependencies {
  readonly tokens: OnDemand<AdminTokens>;
  readonly types: ManagedTypes;
  /** Waits until the use of tokens so far is recorded. */
  readonly usesRecorded: () => Promise<void>;
}

/** The routes under `/admin/admin-tokens`. */
export function adminTokenRoutes({
  tokens,
  types,
  usesRecorded,
}: AdminTokenRouteDependencies): readonly Route[] {
  const route = adminRoutesUnder({
    path: '/admin/admin-tokens',
    permission: 'admin::admin-tokens',
    headers: NO_STORE,
    middlewares: [afterTokenUses(usesRecorded)],
  });
  const load = onDemand(async () => {
    const { checkNewAdminToken, checkAdminTokenUpdate } =
      await import('../../auth/api-tokens/admin-token-form.ts');
    const { showAdminToken } = await import('../../auth/api-tokens/stored-admin-tokens.ts');
    return { service: await tokens(), checkNewAdminToken, checkAdminTokenUpdate, showAdminToken };
  });
  return [
    route(['POST', ''], 'create', async ({ body, caller }) => {
      const { service, checkNewAdminToken, showAdminToken } = await load();
      const { token, plain } = await service.create(await checkNewAdminToken(body, types), caller);
      return json({ data: showAdminToken(token, plain) }, { status: 201 });
    }),
    route(['GET', ''], 'read', async ({ caller }) => {
      const { service, showAdminToken } = await load();
      const all = await service.list(caller);
      return json({ data: all.map((token) => showAdminToken(token)) });
    }),
    route(['GET', '/:id'], 'read', async (request) => {
      const { service, showAdminToken } = await load();
      const { token, plain } = await service.find(rowIdOrNone(request), request.caller);
      // As in Strapi: without `type`, which has no meaning for these tokens.
      return json({ data: { ...showAdminToken(token, plain), type: undefined } });
    }),
    route(['PUT', '/:id'], 'update', async (request) => {
      const { service, checkAdminTokenUpdate, showAdminToken } = await load();
      const values = await checkAdminTokenUpdate(request.body, types);
      const token = await service.update(rowIdOrNone(request), values, request.caller);
      return json({ data: showAdminToken(token) });
    }),
    route(['POST', '/:id/regenerate'], 'regenerate', async (request) => {
      const { service } = await load();
      const { token, plain } = await service.regenerate(rowIdOrNone(request), request.caller);
      const { id, kind } = token.stored;
      return json({ data: { id, accessKey: plain, kind } }, { status: 201 });
    }),
    route(['DELETE', '/:id'], 'delete', async (request) => {
      const { service, showAdminToken } = await load();
      const removed = await service.remove(rowIdOrNone(request), request.caller);
      return json({ data: { ...showAdminToken(removed), permissions: [] } });
    }),
    route(['GET', '/:id/owner-permissions'], 'read', async (request) => {
      const { service } = await load();
      const data = await service.ownerPermissions(rowIdOrNone(request), request.caller);
      return json({ data });
    }),
  ];
}
