// `quoin routes`: lists the routes of the project, and shows which run project code.
import { describedRoutes } from '../app/code/project-code.ts';
import { openProject } from '../app/project.ts';
import { assertProject } from './assert-project.ts';
import { describeForAll } from './report.ts';

/** Lists the routes of the project of a folder. @throws CommandError if there is none, ProjectError */
export async function listRoutesCommand(folder: string): Promise<void> {
  assertProject(folder);
  const project = await openProject(folder, { writeSecrets: false });
  const { prefix } = project.config.api.rest;
  const described = await describedRoutes(project);
  const routes =
    described?.routes ??
    project.routes.routes.map(({ method, path, uid, action }) => ({
      method,
      path: `${prefix}${path}`,
      handler: `${uid}.${action}`,
      way: 'direct',
    }));
  const width = Math.max(0, ...routes.map(({ path }) => path.length));
  for (const { way, method, path, handler } of routes) {
    console.log(`${way.padEnd(6)}  ${method.padEnd(6)}  ${path.padEnd(width)}  ${handler}`);
  }
  if (described && described.forAll.length > 0) console.log(describeForAll(described.forAll));
  // Timers and connections of project code would keep the process alive.
  await project.code?.close();
}
