// Core controllers, services and routers of content-types for which a project has no files.
import { createCoreController } from '../factories/core-controller.ts';
import { createCoreRouter } from '../factories/core-router.ts';
import { createCoreService } from '../factories/core-service.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { ApiFiles, CodeFile } from './code-files.ts';

/** An API with a controller and a service for each of its types, and with routers if it has no files of routes. */
export function withDefaultCode(api: ApiFiles, strapi: Strapi): ApiFiles {
  const space = `api::${api.name}.`;
  const uids = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith(space));
  const defaults = (value: (uid: string) => unknown): readonly CodeFile[] =>
    uids.map((uid) => ({ key: uid.slice(space.length), label: uid, value: value(uid) }));
  return {
    ...api,
    controllers: complete(api.controllers, defaults(createCoreController)),
    services: complete(api.services, defaults(createCoreService)),
    routes:
      api.routes.length > 0 ? api.routes : defaults((uid) => createCoreRouter(() => strapi, uid)),
  };
}

function complete(files: readonly CodeFile[], defaults: readonly CodeFile[]): readonly CodeFile[] {
  const existingKeys = new Set(files.map(({ key }) => key));
  return [...files, ...defaults.filter(({ key }) => !existingKeys.has(key))];
}
