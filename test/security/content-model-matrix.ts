// Who may call the routes of the content-type builder; see `access-matrix`.

export const CONTENT_MODEL_MATRIX: Readonly<Record<string, string>> = {
  'GET /content-type-builder/content-types': 'admin plugin::content-type-builder.read',
  'GET /content-type-builder/content-types/:uid': 'admin plugin::content-type-builder.read',
  'GET /content-type-builder/components': 'admin plugin::content-type-builder.read',
  'GET /content-type-builder/components/:uid': 'admin plugin::content-type-builder.read',
  'GET /content-type-builder/update-schema-status': 'admin null',
  'GET /content-type-builder/reserved-names': 'admin plugin::content-type-builder.read',
  'POST /content-type-builder/update-schema': 'admin plugin::content-type-builder.update',
  'GET /admin/quoin/types/removed': 'admin plugin::content-type-builder.read',
  'POST /admin/quoin/types/plan': 'admin plugin::content-type-builder.update',
  'POST /content-type-builder/content-types': 'admin plugin::content-type-builder.update',
  'PUT /content-type-builder/content-types/:uid': 'admin plugin::content-type-builder.update',
  'DELETE /content-type-builder/content-types/:uid': 'admin plugin::content-type-builder.update',
  'POST /content-type-builder/components': 'admin plugin::content-type-builder.update',
  'PUT /content-type-builder/components/:uid': 'admin plugin::content-type-builder.update',
  'DELETE /content-type-builder/components/:uid': 'admin plugin::content-type-builder.update',
  'PUT /content-type-builder/component-categories/:name':
    'admin plugin::content-type-builder.update',
  'DELETE /content-type-builder/component-categories/:name':
    'admin plugin::content-type-builder.update',
  'GET /content-type-builder/schema': 'admin plugin::content-type-builder.read',
};
