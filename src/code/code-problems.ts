// Finds errors of routes and middlewares without a server or a database.
import { ProjectError, reasonOf, type ProjectIssue } from '../project/project-error.ts';
import { endpointOf } from './koa/endpoint.ts';
import { globalMiddlewares } from './koa/global-middlewares.ts';
import { loadMiddlewares } from './load/middleware-files.ts';
import type { OpenedCode } from './opened-code.ts';
import { collectRoutes } from './routes/collect-routes.ts';
import { isNotOpen } from './strapi/data-slot.ts';

/** Returns the errors that would prevent the creation of routes and middlewares. */
export async function codeProblems({
  instance,
  config,
  loader,
  folder,
  formFolders,
}: OpenedCode): Promise<readonly ProjectIssue[]> {
  const { strapi, strategies, observers } = instance;
  const issues: ProjectIssue[] = [];
  const collect = (file: string, work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      // Controllers of plugins may read data when they are created.
      if (isNotOpen(error)) return;
      if (error instanceof ProjectError) issues.push(...error.issues);
      else issues.push({ file, path: '', message: reasonOf(error) });
    }
  };
  const configured: unknown = strapi.config.get('middlewares');
  const load = await loadMiddlewares(configured, { loader, folder });
  const unavailable = (): never => {
    throw new Error('No server is running.');
  };
  const found = { authenticate: unavailable, authenticateUser: unavailable };
  const callers = { strategies, observers, authenticator: found, administrators: found };
  const dependencies = { strapi, load, ...callers };
  collect('config/middlewares', () =>
    globalMiddlewares(configured, {
      ...dependencies,
      formFolders,
      hostRequestOf: unavailable,
      targetOf: unavailable,
    }),
  );
  for (const { route } of collectRoutes(instance, config.api.rest.prefix)) {
    collect('src/api', () => endpointOf(route, dependencies));
  }
  return issues;
}
