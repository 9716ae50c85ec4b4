// Routes of the admin API for transfer tokens.
import { showTransferToken } from '../../auth/transfer-tokens/stored-transfer-tokens.ts';
import type { TransferTokens } from '../../auth/transfer-tokens/transfer-tokens.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import { rowIdIn } from '../row-id.ts';

const PATH = '/admin/transfer/tokens';

/** The routes under `/admin/transfer/tokens`. */
export function transferTokenRoutes(tokens: TransferTokens): readonly Route[] {
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    action: string,
    handler: AdminRoute['handler'],
  ): Route => ({
    method,
    path,
    caller: 'admin',
    permission: `admin::transfer.tokens.${action}`,
    handler,
  });
  return [
    route(['GET', PATH], 'read', async () => data((await tokens.list()).map(showTransferToken))),
    route(['POST', PATH], 'create', async ({ body }) => {
      const { checkNewTransferToken } =
        await import('../../auth/transfer-tokens/transfer-token-form.ts');
      const { token, plain } = await tokens.create(await checkNewTransferToken(body));
      return data({ ...showTransferToken(token), accessKey: plain }, 201);
    }),
    route(['GET', `${PATH}/:id`], 'read', async (request) =>
      data(showTransferToken(await tokens.find(rowIdIn(request) ?? 0))),
    ),
    route(['PUT', `${PATH}/:id`], 'update', async (request) => {
      const { checkTransferTokenUpdate } =
        await import('../../auth/transfer-tokens/transfer-token-form.ts');
      const update = await checkTransferTokenUpdate(request.body);
      return data(showTransferToken(await tokens.update(rowIdIn(request) ?? 0, update)));
    }),
    route(['POST', `${PATH}/:id/regenerate`], 'regenerate', async (request) => {
      const { token, plain } = await tokens.regenerate(rowIdIn(request) ?? 0);
      return data({ id: token.id, accessKey: plain }, 201);
    }),
    route(['DELETE', `${PATH}/:id`], 'delete', async (request) =>
      data(await tokens.remove(rowIdIn(request) ?? 0)),
    ),
  ];
}

/** Some of these responses contain the plain key. */
function data(content: unknown, status = 200): RouteResponse {
  return json({ data: content }, { status, headers: NO_STORE });
}
