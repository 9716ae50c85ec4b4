// `strapi.get('webhookStore')`: stored webhooks, and the events that they can subscribe to.
import { validationError } from '../../base/errors.ts';
import { EVENTS } from '../../webhooks/webhooks.ts';
import { toRecord } from '../../schema/raw.ts';
import type { WebhookStore } from './service-types.ts';
import type { CodeQuery } from './database-types.ts';
import type { Fields, Row } from './code-values.ts';

/** @param query Available once the database is open */
export function createWebhookStore(query: () => CodeQuery): WebhookStore {
  const allowedEvents = new Map(
    [...EVENTS].map((event) => [event.toUpperCase().replaceAll(/[.-]/g, '_'), event]),
  );
  const columnsOf = ({ name, url, headers, events, isEnabled }: Fields): Fields => {
    const known = new Set(allowedEvents.values());
    for (const event of Array.isArray(events) ? events : []) {
      if (!known.has(String(event))) {
        throw validationError(`Webhook event ${String(event)} is not supported`);
      }
    }
    return { name, url, headers, events, enabled: isEnabled };
  };
  return {
    allowedEvents,
    addAllowedEvent: (key, event) => void allowedEvents.set(key, event),
    removeAllowedEvent: (key) => void allowedEvents.delete(key),
    listAllowedEvents: () => [...allowedEvents.keys()],
    getAllowedEvent: (key) => allowedEvents.get(key),
    findWebhooks: async () => (await query().findMany({ orderBy: { id: 'asc' } })).map(shown),
    findWebhook: async (id) => shownOrNull(await query().findOne({ where: { id } })),
    createWebhook: async (webhook) => {
      // As in Strapi, new webhooks are enabled regardless of `isEnabled`.
      const data = { ...columnsOf(webhook), enabled: true };
      return shown(await query().create({ data }));
    },
    updateWebhook: async (id, webhook) =>
      shownOrNull(await query().update({ where: { id }, data: columnsOf(webhook) })),
    deleteWebhook: async (id) => shownOrNull(await query().delete({ where: { id } })),
  };
}

function shownOrNull(row: Row | null): Fields | null {
  return row === null ? null : shown(row);
}

function shown(row: Row): Fields {
  const { id, name, url, headers, events, enabled } = toRecord(row);
  return { id: String(id), name, url, headers: headers ?? null, events, isEnabled: enabled };
}
