// Content-types of administrators, and of sessions.
import type { RawDefinition } from '../types.ts';
import { builtIn, fixed, relation, SECRET } from './raw.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE, ADMIN_USER, API_TOKEN, SESSION } from './uids.ts';

export const adminTypes: readonly RawDefinition[] = [
  builtIn({
    uid: ADMIN_PERMISSION,
    collectionName: 'admin_permissions',
    singularName: 'permission',
    pluralName: 'permissions',
    displayName: 'Permission',
    info: { name: 'Permission', description: '' },
    attributes: fixed({
      action: { type: 'string', minLength: 1, required: true },
      actionParameters: { type: 'json', required: false, default: {} },
      subject: { type: 'string', minLength: 1, required: false },
      properties: { type: 'json', required: false, default: {} },
      conditions: { type: 'json', required: false, default: [] },
      role: {
        ...relation('manyToOne', ADMIN_ROLE, { inversedBy: 'permissions' }),
        required: false,
      },
      apiToken: {
        ...relation('manyToOne', API_TOKEN, { inversedBy: 'adminPermissions' }),
        required: false,
      },
    }),
  }),
  builtIn({
    uid: ADMIN_USER,
    collectionName: 'admin_users',
    singularName: 'user',
    pluralName: 'users',
    displayName: 'User',
    info: { name: 'User', description: '' },
    attributes: fixed({
      firstname: { type: 'string', unique: false, minLength: 1, required: false },
      lastname: { type: 'string', unique: false, minLength: 1, required: false },
      username: { type: 'string', unique: false, required: false },
      email: { type: 'email', minLength: 6, required: true, unique: true, private: true },
      password: { type: 'password', minLength: 6, required: false, ...SECRET },
      resetPasswordToken: { type: 'string', ...SECRET },
      resetPasswordTokenExpiresAt: { type: 'datetime', ...SECRET },
      registrationToken: { type: 'string', ...SECRET },
      isActive: { type: 'boolean', default: false, private: true },
      roles: {
        ...relation('manyToMany', ADMIN_ROLE, { inversedBy: 'users' }),
        private: true,
        collectionName: 'strapi_users_roles',
      },
      apiTokens: {
        ...relation('oneToMany', API_TOKEN, { mappedBy: 'adminUserOwner' }),
        private: true,
      },
      blocked: { type: 'boolean', default: false, private: true },
      preferedLanguage: { type: 'string', required: false, searchable: false },
    }),
  }),
  builtIn({
    uid: ADMIN_ROLE,
    collectionName: 'admin_roles',
    singularName: 'role',
    pluralName: 'roles',
    displayName: 'Role',
    info: { name: 'Role', description: '' },
    attributes: fixed({
      name: { type: 'string', minLength: 1, unique: true, required: true },
      code: { type: 'string', minLength: 1, unique: true, required: true },
      description: { type: 'string' },
      users: relation('manyToMany', ADMIN_USER, { mappedBy: 'roles' }),
      permissions: relation('oneToMany', ADMIN_PERMISSION, { mappedBy: 'role' }),
    }),
  }),
];

/** Sessions of administrators and of end users. */
export const sessionTypes: readonly RawDefinition[] = [
  builtIn({
    uid: SESSION,
    collectionName: 'strapi_sessions',
    singularName: 'session',
    pluralName: 'sessions',
    displayName: 'Session',
    info: { name: 'Session', description: 'Session Manager storage' },
    pluginOptions: { i18n: { localized: false } },
    attributes: fixed({
      userId: { type: 'string', required: true, ...SECRET },
      sessionId: { type: 'string', unique: true, required: true, ...SECRET },
      childId: { type: 'string', ...SECRET },
      deviceId: { type: 'string', required: true, ...SECRET },
      origin: { type: 'string', required: true, ...SECRET },
      expiresAt: { type: 'datetime', required: true, ...SECRET },
      absoluteExpiresAt: { type: 'datetime', ...SECRET },
      status: { type: 'string', ...SECRET },
      type: { type: 'string', ...SECRET },
      metadata: { type: 'json', ...SECRET },
    }),
  }),
];
