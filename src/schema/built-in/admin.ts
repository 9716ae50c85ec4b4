// In charge of the content-types of the administrators and of everyone's sign-in sessions.
import type { RawDefinition } from '../types.ts';
import { builtIn, relation, SECRET } from './raw.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE, ADMIN_USER, API_TOKEN, SESSION } from './uids.ts';

export const adminTypes: readonly RawDefinition[] = [
  builtIn({
    uid: ADMIN_PERMISSION,
    collectionName: 'admin_permissions',
    singularName: 'permission',
    pluralName: 'permissions',
    displayName: 'Permission',
    attributes: {
      action: { type: 'string', minLength: 1, required: true },
      actionParameters: { type: 'json', default: {} },
      subject: { type: 'string', minLength: 1 },
      properties: { type: 'json', default: {} },
      conditions: { type: 'json', default: [] },
      role: relation('manyToOne', ADMIN_ROLE, { inversedBy: 'permissions' }),
      apiToken: relation('manyToOne', API_TOKEN, { inversedBy: 'adminPermissions' }),
    },
  }),
  builtIn({
    uid: ADMIN_USER,
    collectionName: 'admin_users',
    singularName: 'user',
    pluralName: 'users',
    displayName: 'User',
    attributes: {
      firstname: { type: 'string', minLength: 1 },
      lastname: { type: 'string', minLength: 1 },
      username: { type: 'string' },
      email: { type: 'email', minLength: 6, required: true, unique: true, private: true },
      password: { type: 'password', minLength: 6, ...SECRET },
      resetPasswordToken: { type: 'string', ...SECRET },
      resetPasswordTokenExpiresAt: { type: 'datetime', ...SECRET },
      registrationToken: { type: 'string', ...SECRET },
      isActive: { type: 'boolean', default: false, private: true },
      roles: { ...relation('manyToMany', ADMIN_ROLE, { inversedBy: 'users' }), private: true },
      apiTokens: {
        ...relation('oneToMany', API_TOKEN, { mappedBy: 'adminUserOwner' }),
        private: true,
      },
      blocked: { type: 'boolean', default: false, private: true },
      preferedLanguage: { type: 'string', searchable: false },
    },
  }),
  builtIn({
    uid: ADMIN_ROLE,
    collectionName: 'admin_roles',
    singularName: 'role',
    pluralName: 'roles',
    displayName: 'Role',
    attributes: {
      name: { type: 'string', minLength: 1, unique: true, required: true },
      code: { type: 'string', minLength: 1, unique: true, required: true },
      description: { type: 'string' },
      users: relation('manyToMany', ADMIN_USER, { mappedBy: 'roles' }),
      permissions: relation('oneToMany', ADMIN_PERMISSION, { mappedBy: 'role' }),
    },
  }),
  builtIn({
    uid: SESSION,
    collectionName: 'strapi_sessions',
    singularName: 'session',
    pluralName: 'sessions',
    displayName: 'Session',
    attributes: {
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
    },
  }),
];
