// Project information for administrators: environment, dependencies and plugins. Imported on demand.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '../base/json.ts';
import type {
  AboutProject,
  PluginInformation,
  ProjectInformation,
} from '../http/admin/start-routes.ts';
import type { Project } from '../project/load.ts';
import { readManifest } from '../project/manifest.ts';

/** The version whose API is served. */
const STRAPI_VERSION = '5.54.0';

/** Returns what pages about a project show. @param isModelOpen If true, content-types can be changed */
export function aboutProject(project: Project, isModelOpen: boolean): AboutProject {
  return { information: informationOf(project, isModelOpen), plugins: PLUGINS };
}

function informationOf(
  { folder, uuid, config }: Project,
  isModelOpen: boolean,
): ProjectInformation {
  const { dependencies } = readManifest(folder);
  return {
    currentEnvironment: config.nodeEnv,
    // Strapi's panel opens its content-type builder if this is true.
    autoReload: isModelOpen,
    strapiVersion: STRAPI_VERSION,
    dependencies: isJsonObject(dependencies) ? dependencies : {},
    projectId: uuid === false ? null : uuid,
    nodeVersion: process.version,
    communityEdition: true,
    useYarn: existsSync(path.join(folder, 'yarn.lock')),
  };
}

/** Plugins that every project has besides those that are part of the core. */
const PLUGINS: readonly PluginInformation[] = [
  {
    name: 'users-permissions',
    displayName: 'Roles & Permissions',
    description:
      'Protect your API with a full authentication process based on JWT. This plugin comes also with an ACL strategy that allows you to manage the permissions between the groups of users.',
    packageName: '@strapi/plugin-users-permissions',
  },
];
