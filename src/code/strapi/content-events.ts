// Emits committed writes as events of `strapi.eventHub`, such as `entry.create`.
import type {
  ContentEvent,
  ContentEventFeed,
  ContentEventKind,
} from '../../documents/content-events.ts';
import type { DeletedRows } from './deleted-rows.ts';
import type { EventHub } from './event-hub.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import { everythingIn } from '../plugins/content-manager/populate-builder.ts';
import type { Model } from '../packages/strapi-utils/model.ts';
import { defaultSanitizeOutput } from '../packages/strapi-utils/sanitize/sanitizers.ts';
import type { Strapi } from './strapi.ts';
import type { Fields, Row } from './code-values.ts';

const NAMES: Readonly<Record<ContentEventKind, string>> = {
  created: 'entry.create',
  updated: 'entry.update',
  deleted: 'entry.delete',
  published: 'entry.publish',
  unpublished: 'entry.unpublish',
  'draft discarded': 'entry.draft-discard',
};

/** Files have separate events, as in the upload plugin. */
const MEDIA_NAMES: Readonly<Partial<Record<ContentEventKind, string>>> = {
  created: 'media.create',
  updated: 'media.update',
  deleted: 'media.delete',
};

/** After these events the row no longer exists. */
const GONE: readonly ContentEventKind[] = ['deleted', 'unpublished'];

interface EventDependencies {
  readonly feed: ContentEventFeed;
  readonly hub: EventHub;
  readonly strapi: Strapi;
  readonly deleted: DeletedRows;
}

interface EntryDependencies extends Pick<EventDependencies, 'strapi' | 'deleted'> {
  /** What is populated for a type; computed once. */
  readonly populateOf: (uid: string) => Fields;
}

/** Starts emitting events. Nothing is read for an event without listeners. @returns a function that stops it */
export function emitContentEvents({ feed, hub, strapi, deleted }: EventDependencies): () => void {
  for (const name of ['entry.delete', 'entry.unpublish', 'media.delete']) {
    hub.onFirstListener(name, () => deleted.follow());
  }
  const populates = new Map<string, Fields>();
  const populateOf = (uid: string): Fields => {
    const populate = populates.get(uid) ?? linksOf(uid, strapi);
    populates.set(uid, populate);
    return populate;
  };
  const emit = async (event: ContentEvent): Promise<void> => {
    const name = event.uid === FILE ? MEDIA_NAMES[event.kind] : NAMES[event.kind];
    if (name === undefined || !hub.hasListeners(name)) return;
    const model = strapi.contentType(event.uid)?.modelName;
    for (const entry of await entriesOf(event, { strapi, deleted, populateOf })) {
      await hub.emit(
        name,
        event.uid === FILE ? { media: entry } : { model, uid: event.uid, entry },
      );
    }
  };
  const onError = (error: unknown): void => strapi.log.error(error);
  return feed.subscribe((events) => {
    for (const event of events) emit(event).catch(onError);
  });
}

/** The entries of an event: all deleted rows, or the written one. */
async function entriesOf(
  { kind, uid, documentId, rows }: ContentEvent,
  { strapi, deleted, populateOf }: EntryDependencies,
): Promise<readonly unknown[]> {
  const named = documentId === null ? {} : { documentId };
  if (GONE.includes(kind)) {
    const ids = kind === 'unpublished' ? [rows.published] : [rows.draft, rows.published];
    const deletedEntries = ids.flatMap((id) =>
      id === null ? [] : [deleted.take(uid, id) ?? { id, ...named }],
    );
    return Promise.all(deletedEntries.map((row) => sanitized(uid, row, strapi)));
  }
  const id = kind === 'draft discarded' ? rows.draft : (rows.published ?? rows.draft);
  if (id === null) return [named];
  const row = await strapi.db.query(uid).findOne({ where: { id }, populate: populateOf(uid) });
  return [row ? await sanitized(uid, row, strapi) : { id, ...named }];
}

/** Populates all relations, components and media, except the creator and the editor. */
function linksOf(uid: string, strapi: Strapi): Fields {
  const all = everythingIn(uid, (name) => strapi.getModel(name));
  const { createdBy: _creator, updatedBy: _editor, ...links } = all;
  return links;
}

/** Removes private attributes and passwords. */
function sanitized(uid: string, row: Partial<Row>, strapi: Strapi): Promise<unknown> {
  const getModel = (name: string): Model | undefined => strapi.getModel(name);
  return defaultSanitizeOutput({ schema: getModel(uid), getModel }, row);
}
