// Handlers of entries of single types.
import type { EntrySubject } from '../../content-manager/entry-access.ts';
import { json } from '../response/response.ts';
import { entryWithRelations } from './entry-relations.ts';
import { entryJson, type ManagerHandler, type ManagerRequest } from './manager-request.ts';

/** Requests for the entry of a single type. */
export type SingleRequest =
  | 'single'
  | 'saveSingle'
  | 'publishSingle'
  | 'unpublishSingle'
  | 'discardSingle'
  | 'deleteSingle'
  | 'countDraftRelationsOfSingle';

/** Handlers by the names that the routes use. */
export const singleHandlers: Readonly<Record<SingleRequest, ManagerHandler>> = {
  single: async (request) => {
    const subject = subjectOf(request);
    const { manager, query } = request;
    return entryWithRelations(request, subject, () => manager.singles.one(subject, query));
  },
  saveSingle: async (request) =>
    entryJson(await request.manager.singles.save(subjectOf(request), request.sent)),
  publishSingle: async (request) =>
    entryJson(await request.manager.singles.publish(subjectOf(request), request.sent)),
  unpublishSingle: async (request) =>
    entryJson(await request.manager.singles.unpublish(subjectOf(request), request.sent)),
  discardSingle: async (request) =>
    entryJson(await request.manager.singles.discard(subjectOf(request), request.sent)),
  deleteSingle: async (request) => {
    await request.manager.singles.delete(subjectOf(request), request.sent);
    return json({});
  },
  countDraftRelationsOfSingle: async (request) => {
    const { manager, query } = request;
    return json({ data: await manager.singles.countDraftRelations(subjectOf(request), query) });
  },
};

function subjectOf(request: ManagerRequest): EntrySubject {
  return request.subject('singleType');
}
