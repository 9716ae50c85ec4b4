// The modules that `@strapi/strapi`, `@strapi/utils` and `@strapi/logger` resolve to in project code, even if they are not
// installed.
import type { Packages } from '../project/modules.ts';
import { createCoreController } from './factories/core-controller.ts';
import { createCoreRouter } from './factories/core-router.ts';
import { createCoreService } from './factories/core-service.ts';
import { strapiLogger } from './packages/strapi-logger.ts';
import {
  loadStrapiUtils,
  type StrapiUtilsDependencies,
} from './packages/strapi-utils/strapi-utils.ts';
import type { Strapi } from './strapi/strapi.ts';
import type { Fields } from './strapi/code-values.ts';

/** @param strapi The `strapi` object of the project */
export async function createPackages(
  strapi: () => Strapi,
  dependencies: Pick<StrapiUtilsDependencies, 'env' | 'require'>,
): Promise<Packages> {
  const factories = {
    createCoreController,
    createCoreService,
    createCoreRouter: (uid: string, options?: Fields) => createCoreRouter(strapi, uid, options),
    createCoreValidator: (): never => {
      throw new Error(
        'factories.createCoreValidator is not available in Quoin. Use strapi.contentAPI.validate instead.',
      );
    },
  };
  const unsupported = (): never => {
    throw new Error(
      'Quoin starts a project by itself: run "quoin start". Scripts import from "quoin".',
    );
  };
  return {
    '@strapi/strapi': importable({
      factories,
      createStrapi: unsupported,
      compileStrapi: unsupported,
    }),
    '@strapi/utils': importable(await loadStrapiUtils(dependencies)),
    '@strapi/logger': importable(strapiLogger),
  };
}

/** Adds a `default` export that is the package itself, for `import name from`. */
function importable(exported: object): object {
  return { ...exported, default: exported };
}
