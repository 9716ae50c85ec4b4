// Routes of the admin API for webhooks.
import { stringOf } from '../../base/json.ts';
import type { SentWebhook, WebhookCheck } from '../../webhooks/webhook-form.ts';
import { showWebhook, type Webhook, type Webhooks } from '../../webhooks/webhooks.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdOf } from '../../base/row-id.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';
import { adminRoutesUnder } from './admin-route.ts';

interface WebhookRouteDependencies {
  readonly webhooks: Webhooks;
  /** If true, addresses of private networks are rejected. */
  readonly isProduction: boolean;
  /** Headers of all webhooks. */
  readonly defaultHeaders: Readonly<Record<string, string>>;
}

/** The routes under `/admin/webhooks`. */
export function webhookRoutes({
  webhooks,
  isProduction,
  defaultHeaders,
}: WebhookRouteDependencies): readonly Route[] {
  const route = adminRoutesUnder({
    path: '/admin/webhooks',
    permission: 'admin::webhooks',
    // The headers of a webhook may contain secrets.
    headers: NO_STORE,
  });
  return [
    route(['GET', ''], 'read', async () =>
      json({ data: (await webhooks.list()).map(showWebhook) }),
    ),
    route(['POST', ''], 'create', async ({ body }) => {
      const input = await parseWebhook(body, { isProduction, isNew: true });
      return shown(await webhooks.create(input), 201);
    }),
    route(['GET', '/:id'], 'read', async (request) =>
      shown(await webhooks.find(rowIdOrNone(request))),
    ),
    route(['PUT', '/:id'], 'update', async (request) => {
      const id = rowIdOrNone(request);
      const find = (): Promise<Webhook> => webhooks.find(id);
      // Strapi accepts a request without a body, which changes nothing.
      if (request.body === undefined) return shown(await find());
      const input = await parseWebhook(request.body, { isProduction, isNew: false, find });
      return shown(await webhooks.update(id, input));
    }),
    route(['DELETE', '/:id'], 'delete', async (request) =>
      shown(await webhooks.remove(rowIdOrNone(request))),
    ),
    route(['POST', '/batch-delete'], 'delete', async ({ body }) => {
      const { checkWebhookIds } = await import('../../webhooks/webhook-form.ts');
      const ids = checkWebhookIds(body);
      await webhooks.removeAll(ids.flatMap((id) => rowIdOf(stringOf(id)) ?? []));
      return json({ data: ids });
    }),
    route(['POST', '/:id/trigger'], 'update', async (request) => {
      const webhook = await webhooks.find(rowIdOrNone(request));
      const { tryWebhook } = await import('../../webhooks/try-webhook.ts');
      return json({ data: await tryWebhook(webhook, defaultHeaders) });
    }),
  ];
}

async function parseWebhook(body: unknown, check: WebhookCheck): Promise<SentWebhook> {
  const { checkWebhook } = await import('../../webhooks/webhook-form.ts');
  return checkWebhook(body, check);
}

function shown(webhook: Webhook, status: number = 200): RouteResponse {
  return json({ data: showWebhook(webhook) }, { status });
}
