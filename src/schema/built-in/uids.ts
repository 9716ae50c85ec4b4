// In charge of the uids of the built-in content-types.

export const FILE = 'plugin::upload.file';
export const FOLDER = 'plugin::upload.folder';
export const LOCALE = 'plugin::i18n.locale';
export const USER = 'plugin::users-permissions.user';
export const ROLE = 'plugin::users-permissions.role';
export const PERMISSION = 'plugin::users-permissions.permission';
export const ADMIN_USER = 'admin::user';
export const ADMIN_ROLE = 'admin::role';
export const ADMIN_PERMISSION = 'admin::permission';
export const SESSION = 'admin::session';
export const API_TOKEN = 'admin::api-token';
export const API_TOKEN_PERMISSION = 'admin::api-token-permission';
export const TRANSFER_TOKEN = 'admin::transfer-token';
export const TRANSFER_TOKEN_PERMISSION = 'admin::transfer-token-permission';
export const RELEASE = 'plugin::content-releases.release';
export const RELEASE_ACTION = 'plugin::content-releases.release-action';
export const WORKFLOW = 'plugin::review-workflows.workflow';
export const WORKFLOW_STAGE = 'plugin::review-workflows.workflow-stage';
