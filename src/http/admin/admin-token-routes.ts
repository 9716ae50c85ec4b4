// Routes of the admin API for tokens of administrators. Their services are loaded on demand.
import type { ManagedTypes } from '../../auth/admin/managed-types.ts';
import type { AdminTokens } from '../../auth/api-tokens/admin-tokens.ts';
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import { secretData } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';
import { afterTokenUses } from './token-routes.ts';

interface AdminTokenRouteDependencies {
  readonly tokens: OnDemand<AdminTokens>;
  readonly types: ManagedTypes;
  /** Waits until the use of tokens so far is recorded. */
  readonly usesRecorded: () => Promise<void>;
}

const PATH = '/admin/admin-tokens';

/** The routes under `/admin/admin-tokens`. */
export function adminTokenRoutes({
  tokens,
  types,
  usesRecorded,
}: AdminTokenRouteDependencies): readonly Route[] {
  const middlewares = [afterTokenUses(usesRecorded)];
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    action: string,
    handler: AdminRoute['handler'],
  ): Route => ({
    method,
    path: `${PATH}${path}`,
    caller: 'admin',
    permission: `admin::admin-tokens.${action}`,
    middlewares,
    handler,
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
      return secretData(showAdminToken(token, plain), 201);
    }),
    route(['GET', ''], 'read', async ({ caller }) => {
      const { service, showAdminToken } = await load();
      return secretData((await service.list(caller)).map((token) => showAdminToken(token)));
    }),
    route(['GET', '/:id'], 'read', async (request) => {
      const { service, showAdminToken } = await load();
      const { token, plain } = await service.find(rowIdOrNone(request), request.caller);
      // As in Strapi: without `type`, which has no meaning for these tokens.
      return secretData({ ...showAdminToken(token, plain), type: undefined });
    }),
    route(['PUT', '/:id'], 'update', async (request) => {
      const { service, checkAdminTokenUpdate, showAdminToken } = await load();
      const values = await checkAdminTokenUpdate(request.body, types);
      return secretData(
        showAdminToken(await service.update(rowIdOrNone(request), values, request.caller)),
      );
    }),
    route(['POST', '/:id/regenerate'], 'regenerate', async (request) => {
      const { service } = await load();
      const { token, plain } = await service.regenerate(rowIdOrNone(request), request.caller);
      const { id, kind } = token.stored;
      return secretData({ id, accessKey: plain, kind }, 201);
    }),
    route(['DELETE', '/:id'], 'delete', async (request) => {
      const { service, showAdminToken } = await load();
      const removed = await service.remove(rowIdOrNone(request), request.caller);
      return secretData({ ...showAdminToken(removed), permissions: [] });
    }),
    route(['GET', '/:id/owner-permissions'], 'read', async (request) => {
      const { service } = await load();
      return secretData(await service.ownerPermissions(rowIdOrNone(request), request.caller));
    }),
  ];
}
