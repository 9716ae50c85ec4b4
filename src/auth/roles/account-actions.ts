// Actions of the plugin `users-permissions` by controller, in the order of listings.
export const ACCOUNT_ACTIONS = {
  auth: [
    'callback',
    'changePassword',
    'resetPassword',
    'refresh',
    'logout',
    'getSessions',
    'revokeSession',
    'connect',
    'forgotPassword',
    'register',
    'emailConfirmation',
    'sendEmailConfirmation',
  ],
  user: ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me'],
  role: ['createRole', 'findOne', 'find', 'updateRole', 'deleteRole'],
  permissions: ['getPermissions'],
} as const;
