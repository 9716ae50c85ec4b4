// Content-types of API tokens, transfer tokens and their permissions.
import type { RawAttribute, RawDefinition } from '../types.ts';
import { builtIn, fixed, relation } from './raw.ts';
import {
  ADMIN_PERMISSION,
  ADMIN_USER,
  API_TOKEN,
  API_TOKEN_PERMISSION,
  TRANSFER_TOKEN,
  TRANSFER_TOKEN_PERMISSION,
} from './uids.ts';

export const tokenTypes: readonly RawDefinition[] = [
  builtIn({
    uid: API_TOKEN,
    collectionName: 'strapi_api_tokens',
    singularName: 'api-token',
    pluralName: 'api-tokens',
    displayName: 'Api Token',
    info: { name: 'Api Token', description: '' },
    attributes: fixed({
      name: { type: 'string', minLength: 1, required: true, unique: true },
      description: { type: 'string', minLength: 1, required: false, default: '' },
      kind: {
        type: 'enumeration',
        enum: ['content-api', 'admin'],
        required: true,
        default: 'content-api',
      },
      type: {
        type: 'enumeration',
        enum: ['read-only', 'full-access', 'custom'],
        required: false,
        default: 'read-only',
      },
      accessKey: { type: 'string', minLength: 1, required: true, searchable: false },
      encryptedKey: { type: 'text', minLength: 1, required: false, searchable: false },
      lastUsedAt: { type: 'datetime', required: false },
      permissions: optional(relation('oneToMany', API_TOKEN_PERMISSION, { mappedBy: 'token' })),
      adminPermissions: optional(relation('oneToMany', ADMIN_PERMISSION, { mappedBy: 'apiToken' })),
      adminUserOwner: optional(relation('manyToOne', ADMIN_USER, { inversedBy: 'apiTokens' })),
      expiresAt: { type: 'datetime', required: false },
      lifespan: { type: 'biginteger', required: false },
    }),
  }),
  builtIn({
    uid: API_TOKEN_PERMISSION,
    collectionName: 'strapi_api_token_permissions',
    singularName: 'api-token-permission',
    pluralName: 'api-token-permissions',
    displayName: 'API Token Permission',
    info: { name: 'API Token Permission', description: '' },
    attributes: fixed({
      action: { type: 'string', minLength: 1, required: true },
      token: relation('manyToOne', API_TOKEN, { inversedBy: 'permissions' }),
    }),
  }),
  builtIn({
    uid: TRANSFER_TOKEN,
    collectionName: 'strapi_transfer_tokens',
    singularName: 'transfer-token',
    pluralName: 'transfer-tokens',
    displayName: 'Transfer Token',
    info: { name: 'Transfer Token', description: '' },
    attributes: fixed({
      name: { type: 'string', minLength: 1, required: true, unique: true },
      description: { type: 'string', minLength: 1, required: false, default: '' },
      accessKey: { type: 'string', minLength: 1, required: true },
      lastUsedAt: { type: 'datetime', required: false },
      permissions: optional(
        relation('oneToMany', TRANSFER_TOKEN_PERMISSION, { mappedBy: 'token' }),
      ),
      expiresAt: { type: 'datetime', required: false },
      lifespan: { type: 'biginteger', required: false },
    }),
  }),
  builtIn({
    uid: TRANSFER_TOKEN_PERMISSION,
    collectionName: 'strapi_transfer_token_permissions',
    singularName: 'transfer-token-permission',
    pluralName: 'transfer-token-permissions',
    displayName: 'Transfer Token Permission',
    info: { name: 'Transfer Token Permission', description: '' },
    attributes: fixed({
      action: { type: 'string', minLength: 1, required: true },
      token: relation('manyToOne', TRANSFER_TOKEN, { inversedBy: 'permissions' }),
    }),
  }),
];

/** An attribute with an explicit `required: false`. */
function optional(attribute: RawAttribute): RawAttribute {
  return { ...attribute, required: false };
}
