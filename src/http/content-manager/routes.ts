// Routes of the content-manager (docs/strapi/content-manager.md, "Routes").
import type { ContentManagerDependencies } from '../../content-manager/dependencies.ts';
import type { AdminPermission } from '../routing/authorize.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import type { BoundHandlers, HandlerName } from './handlers.ts';

type Method = AdminRoute['method'];
type Row = readonly [Method, path: string, AdminPermission, HandlerName];

const EXPLORER = 'plugin::content-manager.explorer';
const COLLECTION = '/collection-types/:uid';
const SINGLE = '/single-types/:uid';

/** Actions on the type in the path. */
function may(...actions: readonly string[]): AdminPermission {
  return { actions: actions.map((action) => `${EXPLORER}.${action}`), typeParam: 'uid' };
}

/** One of several actions on the type in the path. */
function mayAnyOf(...actions: readonly string[]): AdminPermission {
  return { anyOf: actions.map((action) => `${EXPLORER}.${action}`), typeParam: 'uid' };
}

const ENTRIES: readonly Row[] = [
  ['GET', COLLECTION, may('read'), 'list'],
  ['POST', COLLECTION, may('create'), 'create'],
  ['POST', `${COLLECTION}/clone/:id`, may('create', 'read'), 'clone'],
  ['POST', `${COLLECTION}/auto-clone/:id`, may('create', 'read'), 'cloneUnchanged'],
  ['POST', `${COLLECTION}/actions/publish`, may('create', 'publish'), 'createPublished'],
  ['POST', `${COLLECTION}/actions/bulkPublish`, may('publish'), 'publishSet'],
  ['POST', `${COLLECTION}/actions/bulkUnpublish`, may('publish'), 'unpublishSet'],
  ['POST', `${COLLECTION}/actions/bulkDelete`, may('delete'), 'deleteSet'],
  ['POST', `${COLLECTION}/actions/bulkFindForValidation`, may('publish'), 'findSet'],
  [
    'GET',
    `${COLLECTION}/actions/countManyEntriesDraftRelations`,
    may('read'),
    'countDraftRelationsOfSet',
  ],
  ['GET', `${COLLECTION}/:id`, may('read'), 'one'],
  ['PUT', `${COLLECTION}/:id`, may('update'), 'update'],
  ['DELETE', `${COLLECTION}/:id`, may('delete'), 'delete'],
  ['POST', `${COLLECTION}/:id/actions/publish`, may('publish'), 'publish'],
  ['POST', `${COLLECTION}/:id/actions/unpublish`, may('publish'), 'unpublish'],
  ['POST', `${COLLECTION}/:id/actions/discard`, may('update'), 'discard'],
  ['GET', `${COLLECTION}/:id/actions/countDraftRelations`, may('read'), 'countDraftRelations'],
];

const SINGLES: readonly Row[] = [
  ['GET', SINGLE, may('read'), 'single'],
  ['PUT', SINGLE, mayAnyOf('create', 'update'), 'saveSingle'],
  ['DELETE', SINGLE, may('delete'), 'deleteSingle'],
  ['POST', `${SINGLE}/actions/publish`, may('publish'), 'publishSingle'],
  ['POST', `${SINGLE}/actions/unpublish`, may('publish'), 'unpublishSingle'],
  ['POST', `${SINGLE}/actions/discard`, may('update'), 'discardSingle'],
  ['GET', `${SINGLE}/actions/countDraftRelations`, may('read'), 'countDraftRelationsOfSingle'],
];

/** For any administrator: what they show depends on the permissions. */
const VIEWS: readonly Row[] = [
  ['GET', '/init', null, 'init'],
  ['GET', '/content-types', null, 'contentTypes'],
  ['GET', '/content-types-settings', null, 'settings'],
  ['GET', '/content-types/:uid/configuration', null, 'typeView'],
  ['PUT', '/content-types/:uid/configuration', null, 'changeTypeView'],
  ['GET', '/components', null, 'components'],
  ['GET', '/components/:uid/configuration', null, 'componentView'],
  ['PUT', '/components/:uid/configuration', null, 'changeComponentView'],
  ['GET', '/relations/:model/:field', null, 'candidates'],
  ['GET', '/relations/:model/:id/:field', null, 'existing'],
  ['POST', '/uid/generate', null, 'generateUid'],
  ['POST', '/uid/check-availability', null, 'checkUid'],
  ['GET', '/preview/url/:uid', null, 'preview'],
  ['GET', '/homepage/recent-documents', null, 'recentDocuments'],
  ['GET', '/homepage/count-documents', null, 'countDocuments'],
];

/** Forms of other locales. */
const LOCALES: readonly Row[] = [
  ['POST', '/actions/get-non-localized-fields', null, 'sharedValues'],
  [
    'GET',
    '/get-fill-from-locale/:model',
    { actions: [`${EXPLORER}.read`], typeParam: 'model' },
    'localeFill',
  ],
];

/** Routes of our own (docs/panel.md, "Routes"). */
const OWN: readonly Row[] = [
  ['GET', '/search', null, 'search'],
  ['PUT', '/presence/:uid/:id', may('read'), 'presence'],
  ['GET', '/views', null, 'savedViews'],
  ['POST', '/views', null, 'saveView'],
  ['PUT', '/views/:id', null, 'changeSavedView'],
  ['DELETE', '/views/:id', null, 'removeSavedView'],
];

/** The routes under `/content-manager` and `/i18n/content-manager`, and our own. Handlers are loaded by the first request. */
export function contentManagerRoutes(dependencies: ContentManagerDependencies): readonly Route[] {
  let bound: Promise<BoundHandlers> | null = null;
  const open = async (): Promise<BoundHandlers> =>
    (await import('./handlers.ts')).bindHandlers(dependencies);
  const bind = (prefix: string, [method, path, permission, name]: Row): Route => ({
    method,
    path: `${prefix}${path}`,
    caller: 'admin',
    permission,
    handler: async (request) => (await (bound ??= open()))(name)(request),
  });
  return [
    ...[...VIEWS, ...ENTRIES, ...SINGLES].map((row) => bind('/content-manager', row)),
    ...LOCALES.map((row) => bind('/i18n/content-manager', row)),
    ...OWN.map((row) => bind('/admin/quoin', row)),
  ];
}
