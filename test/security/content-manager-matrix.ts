// Who may call the routes of the content-manager; see `access-matrix`.

export const CONTENT_MANAGER_MATRIX: Readonly<Record<string, string>> = {
  'GET /content-manager/init': 'admin null',
  'GET /content-manager/content-types': 'admin null',
  'GET /content-manager/content-types-settings': 'admin null',
  'GET /content-manager/content-types/:uid/configuration': 'admin null',
  'PUT /content-manager/content-types/:uid/configuration': 'admin handler',
  'GET /content-manager/components': 'admin null',
  'GET /content-manager/components/:uid/configuration': 'admin null',
  'PUT /content-manager/components/:uid/configuration': 'admin handler',
  'GET /content-manager/relations/:model/:field': 'admin handler',
  'GET /content-manager/relations/:model/:id/:field': 'admin handler',
  'POST /content-manager/uid/generate': 'admin null',
  'POST /content-manager/uid/check-availability': 'admin null',
  'GET /content-manager/preview/url/:uid': 'admin null',
  'GET /content-manager/homepage/recent-documents': 'admin null',
  'GET /content-manager/homepage/count-documents': 'admin null',
  'GET /content-manager/collection-types/:uid':
    'admin plugin::content-manager.explorer.read on :uid',
  'POST /content-manager/collection-types/:uid':
    'admin plugin::content-manager.explorer.create on :uid',
  'POST /content-manager/collection-types/:uid/clone/:id':
    'admin plugin::content-manager.explorer.create and plugin::content-manager.explorer.read on :uid',
  'POST /content-manager/collection-types/:uid/auto-clone/:id':
    'admin plugin::content-manager.explorer.create and plugin::content-manager.explorer.read on :uid',
  'POST /content-manager/collection-types/:uid/actions/publish':
    'admin plugin::content-manager.explorer.create and plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/collection-types/:uid/actions/bulkPublish':
    'admin plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/collection-types/:uid/actions/bulkUnpublish':
    'admin plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/collection-types/:uid/actions/bulkDelete':
    'admin plugin::content-manager.explorer.delete on :uid',
  'POST /content-manager/collection-types/:uid/actions/bulkFindForValidation':
    'admin plugin::content-manager.explorer.publish on :uid',
  'GET /content-manager/collection-types/:uid/actions/countManyEntriesDraftRelations':
    'admin plugin::content-manager.explorer.read on :uid',
  'GET /content-manager/collection-types/:uid/:id':
    'admin plugin::content-manager.explorer.read on :uid',
  'PUT /content-manager/collection-types/:uid/:id':
    'admin plugin::content-manager.explorer.update on :uid',
  'DELETE /content-manager/collection-types/:uid/:id':
    'admin plugin::content-manager.explorer.delete on :uid',
  'POST /content-manager/collection-types/:uid/:id/actions/publish':
    'admin plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/collection-types/:uid/:id/actions/unpublish':
    'admin plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/collection-types/:uid/:id/actions/discard':
    'admin plugin::content-manager.explorer.update on :uid',
  'GET /content-manager/collection-types/:uid/:id/actions/countDraftRelations':
    'admin plugin::content-manager.explorer.read on :uid',
  'GET /content-manager/single-types/:uid': 'admin plugin::content-manager.explorer.read on :uid',
  'PUT /content-manager/single-types/:uid':
    'admin plugin::content-manager.explorer.create or plugin::content-manager.explorer.update on :uid',
  'DELETE /content-manager/single-types/:uid':
    'admin plugin::content-manager.explorer.delete on :uid',
  'POST /content-manager/single-types/:uid/actions/publish':
    'admin plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/single-types/:uid/actions/unpublish':
    'admin plugin::content-manager.explorer.publish on :uid',
  'POST /content-manager/single-types/:uid/actions/discard':
    'admin plugin::content-manager.explorer.update on :uid',
  'GET /content-manager/single-types/:uid/actions/countDraftRelations':
    'admin plugin::content-manager.explorer.read on :uid',
  'POST /i18n/content-manager/actions/get-non-localized-fields': 'admin handler',
  'GET /i18n/content-manager/get-fill-from-locale/:model':
    'admin plugin::content-manager.explorer.read on :model',
};
