// Routes of the content-manager (docs/strapi/content-manager.md, "Routes").
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { forbidden, type AppError } from '../../base/errors.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { ContentManagerDependencies } from '../../content-manager/dependencies.ts';
import type { AdminPermission } from '../routing/authorize.ts';
import type { AdminRoute, Route } from '../routing/route.ts';
import type { BoundHandlers, HandlerName } from './handlers.ts';

type Method = AdminRoute['method'];
type Policies = NonNullable<AdminRoute['policies']>;
type Row = readonly [Method, path: string, AdminPermission, HandlerName, policies?: Policies];

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

const COLLECTION_VIEWS = 'plugin::content-manager.collection-types.configure-view';
const SINGLE_VIEWS = 'plugin::content-manager.single-types.configure-view';
const COMPONENT_VIEWS = 'plugin::content-manager.components.configure-layout';

/** Rejects callers with none of the permissions (docs/strapi/differences.md, D22). */
function withOneOf({ ability }: AdminPrincipal, ...actions: readonly string[]): AppError | null {
  return actions.some((action) => ability.may(action)) ? null : forbidden();
}

/** Rejects those who may not configure the view of the type in the path. The handler reports an unknown type. */
function typeViewPolicies({ registry }: ContentManagerDependencies): Policies {
  return [
    ({ caller, params }) => {
      const type = registry.contentTypes.get(params['uid'] ?? '');
      if (!type) return null;
      return withOneOf(caller, type.kind === 'singleType' ? SINGLE_VIEWS : COLLECTION_VIEWS);
    },
  ];
}

const COMPONENT_VIEW_POLICIES: Policies = [
  ({ caller }) => withOneOf(caller, COMPONENT_VIEWS, COLLECTION_VIEWS, SINGLE_VIEWS),
];

/** For any administrator: what they show depends on the permissions. To change a view, a policy requires more. */
const views = (dependencies: ContentManagerDependencies): readonly Row[] => [
  ['GET', '/init', null, 'init'],
  ['GET', '/content-types', null, 'contentTypes'],
  ['GET', '/content-types-settings', null, 'settings'],
  ['GET', '/content-types/:uid/configuration', null, 'typeView'],
  [
    'PUT',
    '/content-types/:uid/configuration',
    null,
    'changeTypeView',
    typeViewPolicies(dependencies),
  ],
  ['GET', '/components', null, 'components'],
  ['GET', '/components/:uid/configuration', null, 'componentView'],
  ['PUT', '/components/:uid/configuration', null, 'changeComponentView', COMPONENT_VIEW_POLICIES],
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

/** Routes of our own (docs/panel.md, "API"). */
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
  const handlers = onDemand(async (): Promise<BoundHandlers> =>
    (await import('./handlers.ts')).bindHandlers(dependencies),
  );
  const bind = (prefix: string, [method, path, permission, name, policies = []]: Row): Route => ({
    method,
    path: `${prefix}${path}`,
    caller: 'admin',
    permission,
    policies,
    handler: async (request) => (await handlers())(name)(request),
  });
  return [
    ...[...views(dependencies), ...ENTRIES, ...SINGLES].map((row) => bind('/content-manager', row)),
    ...LOCALES.map((row) => bind('/i18n/content-manager', row)),
    ...OWN.map((row) => bind('/admin/quoin', row)),
  ];
}
