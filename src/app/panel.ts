// Selects the admin interface of a server: Quoin's own, or Strapi's panel that the project built (config/quoin,
// `panel`).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PanelFiles } from '../http/panel/panel-files.ts';
import {
  builtPanelRoutes,
  OWN_PATH,
  panelRoutes,
  redirectRoutes,
  type BuiltPanel,
} from '../http/panel/panel-routes.ts';
import type { Route } from '../http/routing/route.ts';
import type { Project } from '../project/load.ts';
import { ProjectError } from '../project/project-error.ts';
import { headersOf } from './project.ts';

/** Returns the routes of the admin interface. @throws ProjectError if Strapi's panel is set and not built */
export function panelRoutesOf(project: Project): readonly Route[] {
  const { admin, quoin } = project.config;
  if (!admin.serveAdminPanel) return [];
  if (quoin.panel === 'strapi') return builtPanelRoutes(findBuiltPanel(project));
  const projectPolicy = (): string => headersOf(project).security['content-security-policy'] ?? '';
  return [
    ...(admin.path === OWN_PATH ? [] : redirectRoutes(admin.path)),
    ...panelRoutes(new PanelFiles({ folder: ownPanel(), projectPolicy })),
  ];
}

/** Folders in which Strapi builds the panel: of a TypeScript project, and of others. */
const BUILDS = ['dist/build', 'build'];

function findBuiltPanel({ folder, config }: Project): BuiltPanel {
  const found = BUILDS.map((name) => path.join(folder, name)).find((name) =>
    existsSync(path.join(name, 'index.html')),
  );
  if (found !== undefined) return { folder: found, path: config.admin.path };
  const message =
    'Strapi has not built its panel in dist/build or build. Run its build, or remove this setting.';
  throw new ProjectError([{ file: 'config/quoin', path: 'panel', message }]);
}

/** The bundle has it next to its chunks; the source uses the build of the repository. */
function ownPanel(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/panel' : '../panel';
  return fileURLToPath(new URL(folder, import.meta.url));
}
