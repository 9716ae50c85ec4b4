// Content-types of end users, roles and permissions.
import type { RawDefinition } from '../types.ts';
import { builtIn, fixed, relation, SECRET } from './raw.ts';
import { PERMISSION, ROLE, USER } from './uids.ts';

export const usersPermissionsTypes: readonly RawDefinition[] = [
  builtIn({
    uid: PERMISSION,
    collectionName: 'up_permissions',
    singularName: 'permission',
    pluralName: 'permissions',
    displayName: 'Permission',
    info: { name: 'permission', description: '' },
    attributes: fixed({
      action: { type: 'string', required: true },
      role: relation('manyToOne', ROLE, { inversedBy: 'permissions' }),
    }),
  }),
  builtIn({
    uid: ROLE,
    collectionName: 'up_roles',
    singularName: 'role',
    pluralName: 'roles',
    displayName: 'Role',
    info: { name: 'role', description: '' },
    attributes: fixed({
      name: { type: 'string', minLength: 3, required: true },
      description: { type: 'string' },
      type: { type: 'string', unique: true },
      permissions: relation('oneToMany', PERMISSION, { mappedBy: 'role' }),
      users: relation('oneToMany', USER, { mappedBy: 'role' }),
    }),
  }),
  builtIn({
    uid: USER,
    collectionName: 'up_users',
    singularName: 'user',
    pluralName: 'users',
    displayName: 'User',
    info: { name: 'user', description: '' },
    options: { timestamps: true },
    visible: true,
    attributes: fixed({
      username: { type: 'string', minLength: 3, unique: true, required: true },
      email: { type: 'email', minLength: 6, required: true },
      provider: { type: 'string' },
      password: { type: 'password', minLength: 6, ...SECRET },
      resetPasswordToken: { type: 'string', ...SECRET },
      confirmationToken: { type: 'string', ...SECRET },
      confirmed: { type: 'boolean', default: false },
      blocked: { type: 'boolean', default: false },
      role: relation('manyToOne', ROLE, { inversedBy: 'users' }),
    }),
  }),
];
