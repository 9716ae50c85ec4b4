// Access matrix: the callers of each route of project kitchen. A route that is not in it fails `routes.test.ts`. The routes of
// the admin API are listed by area, in the form that `access-row` describes.
import { ADMINISTRATION_MATRIX } from './administration-matrix.ts';
import { CONTENT_MANAGER_MATRIX } from './content-manager-matrix.ts';
import { CONTENT_MODEL_MATRIX } from './content-model-matrix.ts';
import { MEDIA_MATRIX } from './media-matrix.ts';
import { SETTINGS_MATRIX } from './settings-matrix.ts';

/** By method and path: `public` for everyone, the permission of callers of the content API, or a row of `access-row`. */
export const ACCESS_MATRIX: Readonly<Record<string, string>> = {
  ...collection('articles', 'api::article.article'),
  ...collection('authors', 'api::author.author'),
  ...collection('campaigns', 'api::campaign.campaign'),
  ...collection('categories', 'api::category.category'),
  ...collection('hubs', 'api::hub.hub'),
  ...collection('samples', 'api::sample.sample'),
  ...collection('spokes', 'api::spoke.spoke'),
  ...collection('tags', 'api::tag.tag'),
  ...single('homepage', 'api::homepage.homepage'),
  ...single('setting', 'api::setting.setting'),
  ...versions('articles/:id', 'api::article.article'),
  ...versions('categories/:id', 'api::category.category'),
  ...versions('homepage', 'api::homepage.homepage'),
  'ALL /_health': 'public',
  'GET /': 'public',
  'POST /api/upload': 'plugin::upload.content-api.upload',
  'GET /api/upload/files': 'plugin::upload.content-api.find',
  'GET /api/upload/files/page': 'plugin::upload.content-api.findPage',
  'GET /api/upload/files/:id': 'plugin::upload.content-api.findOne',
  'DELETE /api/upload/files/:id': 'plugin::upload.content-api.destroy',
  'GET /api/i18n/locales': 'plugin::i18n.locales.listLocales',
  'POST /api/auth/local': 'plugin::users-permissions.auth.callback',
  'GET /api/auth/local/callback': 'plugin::users-permissions.auth.callback',
  'POST /api/auth/local/register': 'plugin::users-permissions.auth.register',
  'POST /api/auth/change-password': 'plugin::users-permissions.auth.changePassword',
  'POST /api/auth/reset-password': 'plugin::users-permissions.auth.resetPassword',
  'POST /api/auth/forgot-password': 'plugin::users-permissions.auth.forgotPassword',
  'GET /api/auth/email-confirmation': 'plugin::users-permissions.auth.emailConfirmation',
  'POST /api/auth/send-email-confirmation': 'plugin::users-permissions.auth.sendEmailConfirmation',
  'POST /api/auth/refresh': 'plugin::users-permissions.auth.refresh',
  'POST /api/auth/logout': 'plugin::users-permissions.auth.logout',
  'GET /api/auth/sessions': 'plugin::users-permissions.auth.getSessions',
  'DELETE /api/auth/sessions/:sessionId': 'plugin::users-permissions.auth.revokeSession',
  'GET /api/connect/:provider': 'plugin::users-permissions.auth.connect',
  'GET /api/connect/:provider/callback': 'plugin::users-permissions.auth.connect',
  'GET /api/connect/:provider/*': 'plugin::users-permissions.auth.connect',
  'GET /api/auth/:provider/callback': 'plugin::users-permissions.auth.callback',
  'GET /api/users/count': 'plugin::users-permissions.user.count',
  'GET /api/users/me': 'plugin::users-permissions.user.me',
  'GET /api/users': 'plugin::users-permissions.user.find',
  'GET /api/users/:id': 'plugin::users-permissions.user.findOne',
  'POST /api/users': 'plugin::users-permissions.user.create',
  'PUT /api/users/:id': 'plugin::users-permissions.user.update',
  'DELETE /api/users/:id': 'plugin::users-permissions.user.destroy',
  'GET /api/users-permissions/roles': 'plugin::users-permissions.role.find',
  'GET /api/users-permissions/roles/:id': 'plugin::users-permissions.role.findOne',
  'POST /api/users-permissions/roles': 'plugin::users-permissions.role.createRole',
  'PUT /api/users-permissions/roles/:id': 'plugin::users-permissions.role.updateRole',
  'DELETE /api/users-permissions/roles/:id': 'plugin::users-permissions.role.deleteRole',
  'GET /api/users-permissions/permissions': 'plugin::users-permissions.permissions.getPermissions',
  'GET /api/content-type-builder/content-types':
    'plugin::content-type-builder.content-types.getContentTypes',
  'GET /api/content-type-builder/content-types/:uid':
    'plugin::content-type-builder.content-types.getContentType',
  'GET /api/content-type-builder/components':
    'plugin::content-type-builder.components.getComponents',
  'GET /api/content-type-builder/components/:uid':
    'plugin::content-type-builder.components.getComponent',
  'POST /api/email': 'plugin::email.email.send',
  'GET /admin': 'public',
  'GET /admin/assets/*': 'public',
  'GET /admin/*': 'public',
  'GET /admin/init': 'public',
  'POST /admin/register-admin': 'public',
  'POST /admin/login': 'public',
  'POST /admin/access-token': 'public',
  'GET /admin/project-type': 'public',
  'GET /admin/registration-info': 'public',
  'POST /admin/register': 'public',
  'POST /admin/forgot-password': 'public',
  'POST /admin/reset-password': 'public',
  ...ADMINISTRATION_MATRIX,
  ...CONTENT_MANAGER_MATRIX,
  ...CONTENT_MODEL_MATRIX,
  ...MEDIA_MATRIX,
  ...SETTINGS_MATRIX,
};

function collection(path: string, uid: string): Readonly<Record<string, string>> {
  return {
    [`GET /api/${path}`]: `${uid}.find`,
    [`GET /api/${path}/:id`]: `${uid}.findOne`,
    [`POST /api/${path}`]: `${uid}.create`,
    [`PUT /api/${path}/:id`]: `${uid}.update`,
    [`DELETE /api/${path}/:id`]: `${uid}.delete`,
  };
}

function single(path: string, uid: string): Readonly<Record<string, string>> {
  return {
    [`GET /api/${path}`]: `${uid}.find`,
    [`PUT /api/${path}`]: `${uid}.update`,
    [`DELETE /api/${path}`]: `${uid}.delete`,
  };
}

function versions(path: string, uid: string): Readonly<Record<string, string>> {
  return {
    [`POST /api/${path}/actions/publish`]: `${uid}.publish`,
    [`POST /api/${path}/actions/unpublish`]: `${uid}.unpublish`,
    [`POST /api/${path}/actions/discard-draft`]: `${uid}.discardDraft`,
  };
}
