// Finds errors of routes and middlewares without a server or a database.
import { ProjectError, reasonOf, type ProjectIssue } from '../project/project-error.ts';
import { endpointOf } from './koa/endpoint.ts';
import type { OpenedCode } from './opened-code.ts';
import { collectRoutes } from './routes/collect-routes.ts';
import { isNotOpen } from './strapi/data-slot.ts';
import { configuredMiddlewares, routeDependencies } from './without-server.ts';

/** Returns the errors that would prevent the creation of routes and middlewares. */
export async function codeProblems(opened: OpenedCode): Promise<readonly ProjectIssue[]> {
  const { instance, config } = opened;
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
  const dependencies = await routeDependencies(opened);
  collect('config/middlewares', () => configuredMiddlewares(opened, dependencies));
  for (const { route } of collectRoutes(instance, config.api.rest.prefix)) {
    collect('src/api', () => endpointOf(route, dependencies));
  }
  return issues;
}
