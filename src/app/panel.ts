// The admin interface that a server has: Strapi's panel if the project built it, otherwise the one of this program.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PanelFiles } from '../http/panel/panel-files.ts';
import { builtPanelRoutes, panelRoutes, type BuiltPanel } from '../http/panel/panel-routes.ts';
import type { Route } from '../http/routing/route.ts';
import type { Project } from '../project/load.ts';
import { headersOf } from './project.ts';

/** Returns the routes of the admin interface. */
export function panelRoutesOf(project: Project): readonly Route[] {
  const built = findBuiltPanel(project);
  if (built) return project.config.admin.serveAdminPanel ? builtPanelRoutes(built) : [];
  const projectPolicy = (): string => headersOf(project).security['content-security-policy'] ?? '';
  return panelRoutes(new PanelFiles({ folder: ownPanel(), projectPolicy }));
}

/** Folders in which Strapi builds the panel: of a TypeScript project, and of others. */
const BUILDS = ['dist/build', 'build'];

function findBuiltPanel({ folder, config }: Project): BuiltPanel | null {
  const found = BUILDS.map((name) => path.join(folder, name)).find((name) =>
    existsSync(path.join(name, 'index.html')),
  );
  return found === undefined ? null : { folder: found, path: config.admin.path };
}

/** In the bundle it lies beside the chunks; the source uses the build of the repository. */
function ownPanel(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/panel' : '../panel';
  return fileURLToPath(new URL(folder, import.meta.url));
}
