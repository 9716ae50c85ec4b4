// Committed writes as events of `strapi.eventHub`: `entry.create` and so on.
import type {
  ContentEvent,
  ContentEventFeed,
  ContentEventKind,
} from '../../documents/content-events.ts';
import type { EventHub } from './event-hub.ts';
import type { Row, Strapi } from './strapi.ts';

const NAMES: Readonly<Record<ContentEventKind, string>> = {
  created: 'entry.create',
  updated: 'entry.update',
  deleted: 'entry.delete',
  published: 'entry.publish',
  unpublished: 'entry.unpublish',
  'draft discarded': 'entry.draft-discard',
};

/** Emits them from now on. An event that nobody hears costs nothing. Returns what ends it. */
export function emitContentEvents(
  feed: ContentEventFeed,
  hub: EventHub,
  strapi: Strapi,
): () => void {
  const emit = async (event: ContentEvent): Promise<void> => {
    const name = NAMES[event.kind];
    if (!hub.isHeard(name)) return;
    const entry = await entryOf(event, strapi);
    const model = strapi.contentType(event.uid)?.modelName;
    await hub.emit(name, { model, uid: event.uid, entry });
  };
  const failed = (error: unknown): void => strapi.log.error(error);
  return feed.subscribe((events) => {
    for (const event of events) emit(event).catch(failed);
  });
}

/** The row that was written; of one that is gone what names it. */
async function entryOf(
  { uid, documentId, rows }: ContentEvent,
  strapi: Strapi,
): Promise<Partial<Row>> {
  const id = rows.published ?? rows.draft;
  const named = { ...(id === null ? {} : { id }), ...(documentId === null ? {} : { documentId }) };
  if (id === null) return named;
  return (await strapi.db.query(uid).findOne({ where: { id } })) ?? named;
}
