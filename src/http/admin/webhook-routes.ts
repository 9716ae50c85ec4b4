// Routes of the admin API for webhooks.
import { stringOf } from '../../base/json.ts';
import type { SentWebhook, WebhookCheck } from '../../events/webhook-form.ts';
import { showWebhook, type Webhooks } from '../../events/webhooks.ts';
import { json, NO_STORE } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import { rowIdOf } from '../../base/row-id.ts';
import { rowIdIn } from '../routing/row-id-param.ts';

interface WebhookRouteDependencies {
  readonly webhooks: Webhooks;
  /** If true, addresses of private networks are rejected. */
  readonly isProduction: boolean;
  /** Headers of all webhooks. */
  readonly defaultHeaders: Readonly<Record<string, string>>;
}

type AdminRequest = Parameters<AdminRoute['handler']>[0];

const PATH = '/admin/webhooks';

/** The routes under `/admin/webhooks`. */
export function webhookRoutes({
  webhooks,
  isProduction,
  defaultHeaders,
}: WebhookRouteDependencies): readonly Route[] {
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    action: string,
    answer: (request: AdminRequest) => Promise<unknown>,
  ): Route => ({
    method,
    path,
    caller: 'admin',
    permission: `admin::webhooks.${action}`,
    // The headers of a webhook may contain secrets.
    headers: NO_STORE,
    handler: async (request) => {
      const status = method === 'POST' && path === PATH ? 201 : 200;
      return json({ data: await answer(request) }, { status });
    },
  });
  return [
    route(['GET', PATH], 'read', async () => (await webhooks.list()).map(showWebhook)),
    route(['POST', PATH], 'create', async ({ body }) =>
      showWebhook(await webhooks.create(await parseWebhook(body, { isProduction, isNew: true }))),
    ),
    route(['GET', `${PATH}/:id`], 'read', async (request) =>
      showWebhook(await webhooks.find(idOf(request))),
    ),
    route(['PUT', `${PATH}/:id`], 'update', async (request) => {
      const id = idOf(request);
      // Strapi accepts a request without a body, which changes nothing.
      if (request.body === undefined) return showWebhook(await webhooks.find(id));
      const find = (): Promise<unknown> => webhooks.find(id);
      const input = await parseWebhook(request.body, { isProduction, isNew: false, find });
      return showWebhook(await webhooks.update(id, input));
    }),
    route(['DELETE', `${PATH}/:id`], 'delete', async (request) =>
      showWebhook(await webhooks.remove(idOf(request))),
    ),
    route(['POST', `${PATH}/batch-delete`], 'delete', async ({ body }) => {
      const { checkWebhookIds } = await import('../../events/webhook-form.ts');
      const ids = checkWebhookIds(body);
      await webhooks.removeAll(ids.flatMap((id) => rowIdOf(stringOf(id)) ?? []));
      return ids;
    }),
    route(['POST', `${PATH}/:id/trigger`], 'update', async (request) => {
      const webhook = await webhooks.find(idOf(request));
      const { tryWebhook } = await import('../../events/call-webhook.ts');
      return tryWebhook(webhook, defaultHeaders);
    }),
  ];
}

async function parseWebhook(body: unknown, check: WebhookCheck): Promise<SentWebhook> {
  const { checkWebhook } = await import('../../events/webhook-form.ts');
  return checkWebhook(body, check);
}

/** The id in the path, or 0, which no row has, for an invalid one. */
function idOf(request: AdminRequest): number {
  return rowIdIn(request) ?? 0;
}
