// Handlers of types, views, relations, uids, previews and the home page.
import { AppError, validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { RelationRequest } from '../../content-manager/relations.ts';
import { json, noContent } from '../response/response.ts';
import type { ManagerHandler, ManagerRequest } from './manager-request.ts';

/** Requests for anything except entries. */
export type ViewRequest =
  | 'init'
  | 'contentTypes'
  | 'components'
  | 'settings'
  | 'typeView'
  | 'changeTypeView'
  | 'componentView'
  | 'changeComponentView'
  | 'candidates'
  | 'existing'
  | 'generateUid'
  | 'checkUid'
  | 'preview'
  | 'recentDocuments'
  | 'countDocuments'
  | 'search'
  | 'presence'
  | 'savedViews'
  | 'saveView'
  | 'changeSavedView'
  | 'removeSavedView';

/** Handlers by the names that the routes use. */
export const viewHandlers: Readonly<Record<ViewRequest, ManagerHandler>> = {
  init: async ({ manager }) => json({ data: manager.views.init }),
  contentTypes: async ({ manager, query }) => {
    try {
      return json({ data: manager.views.ofKind(query) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Strapi responds without its usual envelope here.
      const { name, message, details, status } = error;
      return json({ error: { name, message, details } }, { status });
    }
  },
  components: async ({ manager }) => json({ data: manager.views.components }),
  settings: async ({ manager }) => json({ data: await manager.configurations.settings() }),
  typeView: async (request) =>
    json({ data: await request.manager.configurations.ofType(request.param('uid')) }),
  changeTypeView: async (request) => {
    const { manager, body } = request;
    return json({ data: await manager.configurations.changeType(request.param('uid'), body) });
  },
  componentView: async (request) =>
    json({ data: await request.manager.configurations.ofComponent(request.param('uid')) }),
  changeComponentView: async (request) => {
    const { manager, body } = request;
    return json({ data: await manager.configurations.changeComponent(request.param('uid'), body) });
  },
  candidates: async (request) =>
    json(await request.manager.relations.candidates(relationIn(request))),
  existing: async (request) =>
    json(await request.manager.relations.existing(relationIn(request), request.param('id'))),
  generateUid: async ({ manager, body, query }) =>
    json({ data: await manager.uids.generate(body, query) }),
  checkUid: async ({ manager, body, query }) => json(await manager.uids.check(body, query)),
  preview: async (request) => {
    const { manager } = request;
    const url = await manager.previews.addressOf(request.param('uid'), request);
    return url === null ? noContent() : json({ data: { url } });
  },
  recentDocuments: async ({ manager, admin, query }) =>
    json({ data: await manager.home.recent(admin, query) }),
  countDocuments: async ({ manager, admin }) => json({ data: await manager.home.counts(admin) }),
  search: async ({ manager, admin, query, cancellation }) =>
    json({ data: await manager.search.find(admin, query, cancellation) }),
  presence: async (request) => {
    const { manager, admin, body } = request;
    const entry = { uid: request.param('uid'), documentId: request.param('id') };
    return json({ data: manager.presence.announce(admin.admin, entry, isHere(body)) });
  },
  savedViews: async ({ manager, admin }) => json({ data: await manager.savedViews.list(admin) }),
  saveView: async ({ manager, admin, body }) =>
    json({ data: await manager.savedViews.add(admin, body) }, { status: 201 }),
  changeSavedView: async (request) => {
    const { manager, admin, body } = request;
    return json({ data: await manager.savedViews.change(admin, request.param('id'), body) });
  },
  removeSavedView: async (request) => {
    await request.manager.savedViews.remove(request.admin, request.param('id'));
    return noContent();
  },
};

/** Returns true if the administrator has the entry open. @throws ValidationError */
function isHere(body: unknown): boolean {
  const value = isJsonObject(body) ? (body['isHere'] ?? true) : true;
  if (typeof value !== 'boolean') throw validationError('isHere must be true or false');
  return value;
}

/** The relation that the path names. */
function relationIn(request: ManagerRequest): RelationRequest {
  const { admin, query, cancellation } = request;
  const [model, field] = [request.param('model'), request.param('field')];
  return { admin, model, field, query, cancellation };
}
