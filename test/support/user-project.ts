// Project that extends the user type with values and relations to a type with drafts.
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectionType, schemaOf, writeFiles } from './project-folder.ts';

const SECRET = { private: true, searchable: false };

const USER = {
  kind: 'collectionType',
  collectionName: 'up_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  options: { draftAndPublish: false },
  attributes: {
    username: { type: 'string', minLength: 3, unique: true, required: true },
    email: { type: 'email', minLength: 6, required: true },
    provider: { type: 'string' },
    password: { type: 'password', minLength: 6, ...SECRET },
    resetPasswordToken: { type: 'string', ...SECRET },
    confirmationToken: { type: 'string', ...SECRET },
    confirmed: { type: 'boolean', default: false },
    blocked: { type: 'boolean', default: false },
    role: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
    },
    nick: { type: 'string', maxLength: 5 },
    secretNote: { type: 'text', private: true },
    favorites: { type: 'relation', relation: 'manyToMany', target: 'api::article.article' },
  },
};

/** Writes the project into a new folder, which the caller removes. */
export function userProject(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-users-')));
  writeFiles(folder, {
    [schemaOf('article')]: collectionType('article'),
    'src/extensions/users-permissions/content-types/user/schema.json': USER,
  });
  return folder;
}
