// Routes of the admin API for transfer tokens. Their services are loaded on demand.
import type { TransferTokens } from '../../auth/transfer-tokens/transfer-tokens.ts';
import { onDemand } from '../../base/on-demand.ts';
import { secretData, type RouteResponse } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';

const PATH = '/admin/transfer/tokens';

type AdminRequest = Parameters<AdminRoute['handler']>[0];

/** The routes under `/admin/transfer/tokens`. @param load Loads the service, at the first request */
export function transferTokenRoutes(load: () => Promise<TransferTokens>): readonly Route[] {
  const service = onDemand(load);
  const route = (
    [method, path, action]: readonly [AdminRoute['method'], path: string, action: string],
    answer: (tokens: TransferTokens, request: AdminRequest) => Promise<RouteResponse>,
    policies: NonNullable<AdminRoute['policies']> = [],
  ): Route => ({
    method,
    path,
    caller: 'admin',
    permission: `admin::transfer.tokens.${action}`,
    policies,
    handler: async (request) => answer(await service(), request),
  });
  return [
    route(['GET', PATH, 'read'], async (tokens) => secretData(await tokens.list())),
    route(
      ['POST', PATH, 'create'],
      async (tokens, { body }) => {
        const { checkNewTransferToken } =
          await import('../../auth/transfer-tokens/transfer-token-form.ts');
        const { token, plain } = await tokens.create(await checkNewTransferToken(body));
        return secretData({ ...token, accessKey: plain }, 201);
      },
      [onlyUnlimited],
    ),
    route(['GET', `${PATH}/:id`, 'read'], async (tokens, request) =>
      secretData(await tokens.find(rowIdOrNone(request))),
    ),
    route(['PUT', `${PATH}/:id`, 'update'], async (tokens, request) => {
      const { checkTransferTokenUpdate } =
        await import('../../auth/transfer-tokens/transfer-token-form.ts');
      const update = await checkTransferTokenUpdate(request.body);
      // Which update needs it depends on the body.
      if (update.permissions !== undefined) await onlyUnlimited(request);
      return secretData(await tokens.update(rowIdOrNone(request), update));
    }),
    route(
      ['POST', `${PATH}/:id/regenerate`, 'regenerate'],
      async (tokens, request) => {
        const { token, plain } = await tokens.regenerate(rowIdOrNone(request));
        return secretData({ id: token.id, accessKey: plain }, 201);
      },
      [onlyUnlimited],
    ),
    route(['DELETE', `${PATH}/:id`, 'delete'], async (tokens, request) =>
      secretData(await tokens.remove(rowIdOrNone(request))),
    ),
  ];
}

/** A transfer reads or replaces everything. @throws ForbiddenError (docs/strapi/differences.md, D22) */
async function onlyUnlimited({ caller: { ability } }: AdminRequest): Promise<boolean> {
  if (ability.isUnlimited) return true;
  const { exceeded } = await import('../../auth/admin/ceiling.ts');
  throw exceeded('all data of the project');
}
