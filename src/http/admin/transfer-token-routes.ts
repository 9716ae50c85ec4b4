// Routes of the admin API for transfer tokens. Their services are loaded on demand.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { TransferTokens } from '../../auth/transfer-tokens/transfer-tokens.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import { rowIdIn } from '../routing/row-id-param.ts';

const PATH = '/admin/transfer/tokens';

type AdminRequest = Parameters<AdminRoute['handler']>[0];

/** The routes under `/admin/transfer/tokens`. @param load Loads the service, at the first request */
export function transferTokenRoutes(load: () => Promise<TransferTokens>): readonly Route[] {
  let loaded: Promise<TransferTokens> | undefined;
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    action: string,
    answer: (tokens: TransferTokens, request: AdminRequest) => Promise<RouteResponse>,
  ): Route => ({
    method,
    path,
    caller: 'admin',
    permission: `admin::transfer.tokens.${action}`,
    handler: async (request) => answer(await (loaded ??= load()), request),
  });
  return [
    route(['GET', PATH], 'read', async (tokens) => data(await tokens.list())),
    route(['POST', PATH], 'create', async (tokens, { body, caller }) => {
      await assertUnlimited(caller);
      const { checkNewTransferToken } =
        await import('../../auth/transfer-tokens/transfer-token-form.ts');
      const { token, plain } = await tokens.create(await checkNewTransferToken(body));
      return data({ ...token, accessKey: plain }, 201);
    }),
    route(['GET', `${PATH}/:id`], 'read', async (tokens, request) =>
      data(await tokens.find(rowIdIn(request) ?? 0)),
    ),
    route(['PUT', `${PATH}/:id`], 'update', async (tokens, request) => {
      const { checkTransferTokenUpdate } =
        await import('../../auth/transfer-tokens/transfer-token-form.ts');
      const update = await checkTransferTokenUpdate(request.body);
      if (update.permissions !== undefined) await assertUnlimited(request.caller);
      return data(await tokens.update(rowIdIn(request) ?? 0, update));
    }),
    route(['POST', `${PATH}/:id/regenerate`], 'regenerate', async (tokens, request) => {
      await assertUnlimited(request.caller);
      const { token, plain } = await tokens.regenerate(rowIdIn(request) ?? 0);
      return data({ id: token.id, accessKey: plain }, 201);
    }),
    route(['DELETE', `${PATH}/:id`], 'delete', async (tokens, request) =>
      data(await tokens.remove(rowIdIn(request) ?? 0)),
    ),
  ];
}

/** A transfer reads or replaces everything. @throws ForbiddenError (docs/strapi/differences.md, D22) */
async function assertUnlimited({ ability }: AdminPrincipal): Promise<void> {
  if (ability.isUnlimited) return;
  const { exceeded } = await import('../../auth/admin/ceiling.ts');
  throw exceeded('all data of the project');
}

/** Some of these responses contain the plain key. */
function data(content: unknown, status = 200): RouteResponse {
  return json({ data: content }, { status, headers: NO_STORE });
}
