// Loads the code of a project, whose plugins get the services of the server once they exist.
import type { ScriptStart } from '../../code/packages.ts';
import type { Strapi } from '../../code/strapi/strapi.ts';
import { createEnv, type Environment } from '../../project/env.ts';
import type { ProjectFolder } from '../../project/folder.ts';
import type { CodeOpening, ProjectCode } from '../../project/load.ts';
import { requireFrom } from '../../project/modules.ts';
import type { Packages } from '../../project/provided-packages.ts';
import type { Services } from '../build-services.ts';

/** Loads the code of a project. @param reports What to report about the process @throws ProjectError */
export async function openProjectCode(
  opening: CodeOpening,
  reports: { readonly reportsEnds: boolean; readonly reportsSlowStart: boolean },
): Promise<ProjectCode> {
  const { openCode, codePlugins, adminServices, adminDependencies } = await import('./runtime.ts');
  const deferred: DeferredServices = { services: null };
  const code = await openCode({
    ...opening,
    ...reports,
    builtIn: (running, require) =>
      codePlugins({
        config: opening.config,
        require,
        services: () => servicesOf(deferred),
        actions: () => running().actions,
      }),
    adminServices: (providers) =>
      adminServices(() => adminDependencies(servicesOf(deferred)), providers),
  });
  deferredServices.set(code, deferred);
  return code;
}

/** The packages of Strapi for configuration files, which are loaded before `strapi` exists. */
export async function configPackages(
  folder: ProjectFolder,
  environment: Environment,
): Promise<Packages> {
  const { createPackages } = await import('./runtime.ts');
  const strapi = (): never => {
    throw new Error('strapi does not exist yet while config/ is loaded.');
  };
  return createPackages(strapi, { env: createEnv(environment), require: requireFrom(folder) });
}

/** The packages of Strapi for a script that opens the project itself. */
export async function scriptPackages(
  folder: ProjectFolder,
  environment: Environment,
  start: ScriptStart,
): Promise<Packages> {
  const { createPackages } = await import('./runtime.ts');
  return createPackages(scriptStrapi, {
    env: createEnv(environment),
    require: requireFrom(folder),
    start,
  });
}

/** The `strapi` object of a script, after it has opened the project. */
function scriptStrapi(): Strapi {
  const strapi: Strapi | undefined = Reflect.get(globalThis, 'strapi');
  if (strapi) return strapi;
  throw new Error('strapi does not exist until createStrapi().load() has finished.');
}

/** The services that plugins of code depend on, available once the server exists. */
interface DeferredServices {
  services: Services | null;
}

const deferredServices = new WeakMap<ProjectCode, DeferredServices>();

function servicesOf({ services }: DeferredServices): Services {
  if (services) return services;
  throw new Error('The database is not open yet. Use it in bootstrap, not in register.');
}

/** Passes the services to the plugins of a project's code. */
export function attachServices(code: ProjectCode, services: Services): void {
  const deferred = deferredServices.get(code);
  if (deferred) deferred.services = services;
}
