// Handlers of entries of collection types.
import type { EntrySubject } from '../../content-manager/entry-access.ts';
import type { DocumentWrite } from '../../content-manager/entry-writes.ts';
import { userEntry } from '../../content-manager/user-entries.ts';
import { USER } from '../../schema/built-in/uids.ts';
import { json } from '../response/response.ts';
import { entryWithRelations } from './entry-relations.ts';
import { entryJson, type ManagerHandler, type ManagerRequest } from './manager-request.ts';

export type EntryRequest =
  | 'list'
  | 'one'
  | 'create'
  | 'createPublished'
  | 'update'
  | 'publish'
  | 'unpublish'
  | 'discard'
  | 'delete'
  | 'clone'
  | 'cloneUnchanged'
  | 'publishSet'
  | 'unpublishSet'
  | 'deleteSet'
  | 'findSet'
  | 'countDraftRelations'
  | 'countDraftRelationsOfSet';

/** Handlers by the names that the routes use. */
export const entryHandlers: Readonly<Record<EntryRequest, ManagerHandler>> = {
  list: async (request) =>
    json(await request.manager.entries.list(subjectOf(request), request.query)),
  one: async (request) => {
    const { manager, query } = request;
    const subject = subjectOf(request);
    return entryWithRelations(request, subject, () =>
      manager.entries.one(subject, idOf(request), query),
    );
  },
  create: async (request) => {
    const subject = subjectOf(request);
    const { manager, sent } = request;
    if (isUser(subject)) {
      return json(userEntry(await manager.users.create(subject, sent)), { status: 201 });
    }
    return entryJson(await manager.writes.create(subject, sent, 'draft'), 201);
  },
  createPublished: async (request) =>
    entryJson(await request.manager.writes.create(subjectOf(request), request.sent, 'published')),
  update: async (request) => {
    const subject = subjectOf(request);
    const { manager } = request;
    if (isUser(subject)) {
      return json(userEntry(await manager.users.update(subject, writeOf(request))));
    }
    return entryJson(await manager.writes.update(subject, writeOf(request)));
  },
  publish: async (request) =>
    entryJson(await request.manager.writes.publish(subjectOf(request), writeOf(request))),
  unpublish: async (request) =>
    entryJson(await request.manager.actions.unpublish(subjectOf(request), writeOf(request))),
  discard: async (request) =>
    entryJson(await request.manager.actions.discard(subjectOf(request), writeOf(request))),
  delete: async (request) => {
    await request.manager.actions.delete(subjectOf(request), writeOf(request));
    return json({});
  },
  clone: async (request) =>
    entryJson(await request.manager.clones.clone(subjectOf(request), writeOf(request))),
  cloneUnchanged: async (request) =>
    entryJson(await request.manager.clones.cloneUnchanged(subjectOf(request), writeOf(request))),
  publishSet: async (request) =>
    json(await request.manager.sets.publish(subjectOf(request), request.sent)),
  unpublishSet: async (request) =>
    json(await request.manager.sets.unpublish(subjectOf(request), request.sent)),
  deleteSet: async (request) =>
    json(await request.manager.sets.delete(subjectOf(request), request.sent)),
  findSet: async (request) =>
    json(await request.manager.sets.find(subjectOf(request), request.sent)),
  countDraftRelations: async (request) => {
    const { manager, query } = request;
    const data = await manager.draftRelations.ofOne(subjectOf(request), idOf(request), query);
    return json({ data });
  },
  countDraftRelationsOfSet: async (request) => {
    const { manager, query } = request;
    return json({ data: await manager.draftRelations.ofMany(subjectOf(request), query) });
  },
};

/** End users have their own rules. */
function isUser({ type }: EntrySubject): boolean {
  return type.uid === USER;
}

function subjectOf(request: ManagerRequest): EntrySubject {
  return request.subject('collectionType');
}

function idOf(request: ManagerRequest): string {
  return request.param('id');
}

function writeOf(request: ManagerRequest): DocumentWrite {
  return { documentId: idOf(request), ...request.sent };
}
