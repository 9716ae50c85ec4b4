// Routes of the admin API for transfer tokens. Their services are loaded on demand.
import type { TransferTokens } from '../../auth/transfer-tokens/transfer-tokens.ts';
import type { AppError } from '../../base/errors.ts';
import { onDemand } from '../../base/on-demand.ts';
import { json, NO_STORE } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';
import { adminRoutesUnder, type AdminHandler } from './admin-route.ts';

/** The routes under `/admin/transfer/tokens`. @param load Loads the service, at the first request */
export function transferTokenRoutes(load: () => Promise<TransferTokens>): readonly Route[] {
  const route = adminRoutesUnder({
    path: '/admin/transfer/tokens',
    permission: 'admin::transfer.tokens',
    headers: NO_STORE,
  });
  const tokens = onDemand(load);
  const forms = () => import('../../auth/transfer-tokens/transfer-token-form.ts');
  const create: AdminHandler = async ({ body }) => {
    const { checkNewTransferToken } = await forms();
    const service = await tokens();
    const { token, plain } = await service.create(await checkNewTransferToken(body));
    return json({ data: { ...token, accessKey: plain } }, { status: 201 });
  };
  const update: AdminHandler = async (request) => {
    const { checkTransferTokenUpdate } = await forms();
    const values = await checkTransferTokenUpdate(request.body);
    // Which update needs it depends on the body.
    const rejection = values.permissions === undefined ? null : await onlyUnlimited(request);
    if (rejection) throw rejection;
    const service = await tokens();
    return json({ data: await service.update(rowIdOrNone(request), values) });
  };
  const regenerate: AdminHandler = async (request) => {
    const service = await tokens();
    const { token, plain } = await service.regenerate(rowIdOrNone(request));
    return json({ data: { id: token.id, accessKey: plain } }, { status: 201 });
  };
  const policies = [onlyUnlimited];
  return [
    route(['GET', ''], 'read', async () => json({ data: await (await tokens()).list() })),
    { ...route(['POST', ''], 'create', create), policies },
    route(['GET', '/:id'], 'read', async (request) =>
      json({ data: await (await tokens()).find(rowIdOrNone(request)) }),
    ),
    route(['PUT', '/:id'], 'update', update),
    { ...route(['POST', '/:id/regenerate'], 'regenerate', regenerate), policies },
    route(['DELETE', '/:id'], 'delete', async (request) =>
      json({ data: await (await tokens()).remove(rowIdOrNone(request)) }),
    ),
  ];
}

/** Rejects administrators with limited permissions: a transfer reads or replaces everything (docs/strapi/differences.md, D22). */
async function onlyUnlimited({
  caller: { ability },
}: Parameters<AdminHandler>[0]): Promise<AppError | null> {
  if (ability.isUnlimited) return null;
  const { missingPermission } = await import('../../auth/admin/ceiling.ts');
  return missingPermission('all data of the project');
}
