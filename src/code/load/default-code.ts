// Core controllers, services and routers for content-types without files.
import { createCoreController } from '../factories/core-controller.ts';
import { createCoreRouter } from '../factories/core-router.ts';
import { createCoreService } from '../factories/core-service.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { ApiFiles, LoadedFile } from './code-files.ts';

/**
 * Adds a core controller and a core service for each type that has none, and core routers if the API has no route files.
 */
export function withDefaultCode(api: ApiFiles, strapi: Strapi): ApiFiles {
  const space = `api::${api.name}.`;
  const uids = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith(space));
  const defaults = (value: (uid: string) => unknown): readonly LoadedFile[] =>
    uids.map((uid) => ({ key: uid.slice(space.length), label: uid, value: value(uid) }));
  return {
    ...api,
    controllers: complete(api.controllers, defaults(createCoreController)),
    services: complete(api.services, defaults(createCoreService)),
    routes:
      api.routes.length > 0 ? api.routes : defaults((uid) => createCoreRouter(() => strapi, uid)),
  };
}

function complete(
  files: readonly LoadedFile[],
  defaults: readonly LoadedFile[],
): readonly LoadedFile[] {
  const existingKeys = new Set(files.map(({ key }) => key));
  return [...files, ...defaults.filter(({ key }) => !existingKeys.has(key))];
}
