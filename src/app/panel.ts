// The built admin interface of this program.
import { fileURLToPath } from 'node:url';
import { PanelFiles } from '../http/panel/panel-files.ts';
import { panelRoutes } from '../http/panel/panel-routes.ts';
import type { Route } from '../http/routing/route.ts';
import type { Project } from '../project/load.ts';
import { headersOf } from './project.ts';

/** Returns the routes of the admin interface. */
export function panelRoutesOf(project: Project): readonly Route[] {
  const projectPolicy = (): string => headersOf(project).security['content-security-policy'] ?? '';
  return panelRoutes(new PanelFiles({ folder: builtPanel(), projectPolicy }));
}

/** In the bundle it lies beside the chunks; the source uses the build of the repository. */
function builtPanel(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/panel' : '../panel';
  return fileURLToPath(new URL(folder, import.meta.url));
}
