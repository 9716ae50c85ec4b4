// Calls of the server and of commands to the code of a project.
import type { SendMail } from '../../base/mail.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { FileStore } from '../../media/store.ts';
import type { RouteDescription } from '../../code/routes/describe-routes.ts';
import type { MigrationConnection } from '../../code/database/migrations.ts';
import type { RunningCode } from '../../code/running-code.ts';
import type { Project, ProjectCode } from '../../project/load.ts';
import type { ProjectIssue } from '../../project/project-error.ts';

/** Runs migrations that have not run yet. @returns their names @throws ProjectError */
export async function migrateByCode(
  { code }: Project,
  connection: MigrationConnection,
): Promise<readonly string[]> {
  if (code === null) return [];
  return (await runningCode(code)).migrate(connection);
}

/** Describes how the requests to a project are handled; null without code. */
export async function describedRoutes(project: Project): Promise<RouteDescription | null> {
  const { code, config } = project;
  if (code === null) return null;
  const { listedRoutes } = await import('../routes/listed-routes.ts');
  const listed = Object.entries(listedRoutes(project, config.api.rest.prefix));
  const actions = listed.flatMap(([space, routes]) =>
    routes
      .filter(({ info }) => 'pluginName' in info)
      .map(({ method, path, handler }) => ({
        method,
        // The server has several routes for the last one.
        path: path.replace(/\/$/, '').replace('/(.*)', '/:provider'),
        action: `${space}.${handler}`,
      })),
  );
  return (await runningCode(code)).describe(actions);
}

/** Returns the reasons why routes of a project's code cannot be created. */
export async function codeProblems({ code }: Project): Promise<readonly ProjectIssue[]> {
  return code === null ? [] : (await runningCode(code)).problems();
}

/** Sends emails with the provider that the project has installed. */
export function mailByCode(code: ProjectCode): SendMail {
  return async (mail) => {
    await (await runningCode(code)).sendMail(mail);
  };
}

/** Stores files with the upload provider of a project. @param provider Its name */
export function storeByCode(provider: string, code: ProjectCode): FileStore {
  const store = onDemand(async () => {
    const { ProviderStore } = await import('../../media/provider-store.ts');
    return new ProviderStore(provider, (await runningCode(code)).files);
  });
  return {
    provider,
    put: async (object) => (await store()).put(object),
    open: async (name) => (await store()).open(name),
    remove: async (name, row) => (await store()).remove(name, row),
    flush: async () => (await store()).flush(),
  };
}

/** Project code as its own class. @throws Error if something else has loaded it */
export async function runningCode(code: ProjectCode): Promise<RunningCode> {
  const { RunningCode: Running } = await import('../../code/running-code.ts');
  if (code instanceof Running) return code;
  throw new Error('This code was not loaded by openProjectCode.');
}
