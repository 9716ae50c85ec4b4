// The modules that `@strapi/strapi`, `@strapi/utils` and `@strapi/logger` resolve to in project code, even if they are not
// installed.
import type { Packages } from '../project/provided-packages.ts';
import { createCoreController } from './factories/core-controller.ts';
import { createCoreRouter } from './factories/core-router.ts';
import { createCoreService } from './factories/core-service.ts';
import {
  loadStrapiUtils,
  type StrapiUtilsDependencies,
} from './packages/strapi-utils/strapi-utils.ts';
import type { Strapi } from './strapi/strapi.ts';
import type { Fields } from './strapi/code-values.ts';

/** How a script opens the project: `createStrapi` and `compileStrapi` of `@strapi/strapi`. */
export interface ScriptStart {
  createStrapi(options?: unknown): object;
  compileStrapi(options?: unknown): Promise<object>;
}

/**
 * @param strapi The `strapi` object of the project
 * @param dependencies `start`: how a script opens the project; absent where it is open already
 */
export async function createPackages(
  strapi: () => Strapi,
  dependencies: Pick<StrapiUtilsDependencies, 'env' | 'require'> & { readonly start?: ScriptStart },
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
  const { createStrapi, compileStrapi } = dependencies.start ?? NO_START;
  return {
    '@strapi/strapi': importable({ factories, createStrapi, compileStrapi }),
    '@strapi/utils': importable(await loadStrapiUtils(dependencies)),
    '@strapi/logger': importable(strapiLogger),
  };
}

/** In the code of a project, which is open already. */
const NO_START: ScriptStart = {
  createStrapi: () => rejectStart('createStrapi'),
  compileStrapi: () => rejectStart('compileStrapi'),
};

function rejectStart(name: string): never {
  throw new Error(
    `${name} works only in scripts that are run with "quoin run <script>". Project code uses the global strapi.`,
  );
}

/** Adds a `default` export that is the package itself, for `import name from`. */
function importable(exported: object): object {
  return { ...exported, default: exported };
}

/** A value that can be called, constructed and read at any depth. It has no enumerable keys. */
const inert: object = new Proxy(function () {}, {
  get: (target, name) => (typeof name === 'symbol' ? Reflect.get(target, name) : inert),
  apply: () => inert,
  construct: () => inert,
});

/** For config/logger: Quoin has its own log and uses only `level`, so formats and transports have no effect. */
const strapiLogger: Readonly<Record<string, object>> = {
  winston: inert,
  formats: inert,
  createLogger: inert,
};
