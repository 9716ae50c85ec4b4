// What administrators see of a project: its environment, dependencies and plugins.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { PluginInformation, ProjectInformation } from '../http/admin/start-routes.ts';
import type { Project } from '../project/load.ts';
import { readManifest } from '../project/manifest.ts';

/** The version whose API is served. */
const STRAPI_VERSION = '5.54.0';

/** Returns the information about a project. */
export function projectInformation({ folder, uuid, config }: Project): ProjectInformation {
  const { dependencies } = readManifest(folder);
  return {
    currentEnvironment: config.nodeEnv,
    autoReload: false,
    strapiVersion: STRAPI_VERSION,
    dependencies: isJsonObject(dependencies) ? dependencies : {},
    projectId: uuid === false ? null : uuid,
    nodeVersion: process.version,
    communityEdition: true,
    useYarn: existsSync(path.join(folder, 'yarn.lock')),
  };
}

/** `admin.flags` of a project. */
export function panelFlags({ config }: Pick<Project, 'config'>): JsonObject {
  const { flags } = config.admin;
  return isJsonObject(flags) ? flags : {};
}

/** Plugins that every project has besides those that are part of the core. */
export const PLUGINS: readonly PluginInformation[] = [
  {
    name: 'users-permissions',
    displayName: 'Roles & Permissions',
    description:
      'Protect your API with a full authentication process based on JWT. This plugin comes also with an ACL strategy that allows you to manage the permissions between the groups of users.',
    packageName: '@strapi/plugin-users-permissions',
  },
];
