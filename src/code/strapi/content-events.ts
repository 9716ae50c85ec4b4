// Committed writes as events of `strapi.eventHub`: `entry.create` and so on.
import type {
  ContentEvent,
  ContentEventFeed,
  ContentEventKind,
} from '../../documents/content-events.ts';
import type { DeletedRows } from './deleted-rows.ts';
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

/** After these the row does not exist any more. */
const GONE: readonly ContentEventKind[] = ['deleted', 'unpublished'];

/** What events are made of. */
interface EventParts {
  readonly feed: ContentEventFeed;
  readonly hub: EventHub;
  readonly strapi: Strapi;
  readonly deleted: DeletedRows;
}

/** Emits them from now on. An event that nobody hears costs nothing. @returns what ends it */
export function emitContentEvents({ feed, hub, strapi, deleted }: EventParts): () => void {
  for (const kind of GONE) hub.whenHeard(NAMES[kind], () => deleted.follow());
  const emit = async (event: ContentEvent): Promise<void> => {
    const name = NAMES[event.kind];
    if (!hub.isHeard(name)) return;
    const entry = await entryOf(event, strapi, deleted);
    const model = strapi.contentType(event.uid)?.modelName;
    await hub.emit(name, { model, uid: event.uid, entry });
  };
  const failed = (error: unknown): void => strapi.log.error(error);
  return feed.subscribe((events) => {
    for (const event of events) emit(event).catch(failed);
  });
}

/** The row that was written or deleted; if it is not known, its ids. */
async function entryOf(
  { kind, uid, documentId, rows }: ContentEvent,
  strapi: Strapi,
  deleted: DeletedRows,
): Promise<Partial<Row>> {
  const id = rows.published ?? rows.draft;
  const named = { ...(id === null ? {} : { id }), ...(documentId === null ? {} : { documentId }) };
  if (id === null) return named;
  if (GONE.includes(kind)) return deleted.take(uid, id) ?? named;
  return (await strapi.db.query(uid).findOne({ where: { id } })) ?? named;
}
