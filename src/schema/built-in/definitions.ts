// Content-types that every project has. They complete a Strapi database, whether or not Quoin serves their content
// (docs/strapi/storage.md, "Strapi's own tables").
import type { RawDefinition } from '../types.ts';
import { adminTypes, sessionTypes } from './admin.ts';
import { releaseAndWorkflowTypes } from './releases-and-workflows.ts';
import { tokenTypes } from './tokens.ts';
import { uploadTypes } from './upload.ts';
import { usersPermissionsTypes } from './users-permissions.ts';
import { builtIn, fixed } from './raw.ts';
import { LOCALE } from './uids.ts';

const i18nTypes: readonly RawDefinition[] = [
  builtIn({
    uid: LOCALE,
    collectionName: 'i18n_locale',
    singularName: 'locale',
    pluralName: 'locales',
    displayName: 'Locale',
    info: { collectionName: 'locales', description: '' },
    attributes: fixed({
      name: { type: 'string', min: 1, max: 50 },
      code: { type: 'string', unique: true },
    }),
  }),
];

/**
 * Built-in content-types, to be placed before a project's own: `defineRegistry([...builtInDefinitions, ...project])`.
 * An extension replaces the built-in definition with its uid.
 */
export const builtInDefinitions: readonly RawDefinition[] = [
  ...uploadTypes,
  ...i18nTypes,
  ...releaseAndWorkflowTypes,
  ...usersPermissionsTypes,
  ...adminTypes,
  ...tokenTypes,
  ...sessionTypes,
];
