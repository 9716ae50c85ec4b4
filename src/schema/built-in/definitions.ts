// In charge of the list of content-types that every project has without writing a file: with them a Strapi database is
// complete, whether or not Quoin serves what they hold (docs/strapi/storage.md, "Strapi's own tables").
import type { RawDefinition } from '../types.ts';
import { adminTypes, sessionTypes } from './admin.ts';
import { i18nTypes } from './i18n.ts';
import { releaseAndWorkflowTypes } from './releases-and-workflows.ts';
import { tokenTypes } from './tokens.ts';
import { uploadTypes } from './upload.ts';
import { usersPermissionsTypes } from './users-permissions.ts';

/**
 * The built-in content-types, to be put before a project's own: `defineRegistry([...builtInDefinitions, ...project])`.
 * A project's definition with the same uid (an extension) takes the place of the built-in one.
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
