// Actions of a server: those of the project's routes and of the built-in plugins (docs/strapi/accounts.md, "Roles").
// Actions on versions are listed only for roles that have them (docs/strapi/differences.md, D15).
import { type ActionGroup, ACCOUNT_ACTIONS } from '../../auth/roles/action-listing.ts';
import { PUBLICATION_ACTIONS } from '../../project/core-router.ts';
import type { CustomRoute, ProjectRoutes } from '../../project/routes.ts';

/** All actions, grouped as in listings. */
export function actionGroups({ routes, custom }: ProjectRoutes): readonly ActionGroup[] {
  const core = routes.map(({ uid, action }) => ({ uid, action: action as string }));
  const isListed = ({ action }: Action): boolean =>
    !PUBLICATION_ACTIONS.some((each) => each === action);
  const own = custom.flatMap((route) => toAction(route) ?? []);
  return [...apiGroups([...own, ...core.filter(isListed)]), ...pluginGroups(custom)];
}

/** Full names of the actions on versions that can be granted. */
export function publicationActionNames({
  routes,
}: Pick<ProjectRoutes, 'routes'>): readonly string[] {
  const names = routes
    .filter(({ action }) => PUBLICATION_ACTIONS.some((each) => each === action))
    .map(({ uid, action }) => `${uid}.${action}`);
  return [...new Set(names)];
}

interface Action {
  /** For example `api::author.author`. */
  readonly uid: string;
  readonly action: string;
}

/** The action that a custom route calls, or null if it is not an action of an API. */
function toAction({ file, handler }: CustomRoute): Action | null {
  const api = /(?:^|[/\\])api[/\\]([^/\\]+)[/\\]/.exec(file)?.[1];
  const name = handler.includes('::') ? handler : `api::${api}.${handler}`;
  const parts = /^(api::[^.]+\.[^.]+)\.([^.]+)$/.exec(name);
  if (!parts || (api === undefined && !handler.includes('::'))) return null;
  return { uid: parts[1] ?? '', action: parts[2] ?? '' };
}

const CORE_ORDER = ['find', 'findOne', 'create', 'update', 'delete'];

/** Groups actions by API and controller; core actions follow the controller's own. */
function apiGroups(actions: readonly Action[]): readonly ActionGroup[] {
  const apis = new Map<string, Map<string, Set<string>>>();
  for (const { uid, action } of actions) {
    const dot = uid.indexOf('.');
    const space = uid.slice(0, dot);
    const controllers = apis.get(space) ?? new Map<string, Set<string>>();
    apis.set(space, controllers);
    const name = uid.slice(dot + 1);
    controllers.set(name, (controllers.get(name) ?? new Set()).add(action));
  }
  return sorted(apis).map(([space, controllers]) => ({
    space,
    controllers: sorted(controllers).map(([name, own]) => ({ name, actions: inOrder(own) })),
  }));
}

function sorted<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function inOrder(actions: ReadonlySet<string>): readonly string[] {
  const own = [...actions].filter((action) => !CORE_ORDER.includes(action));
  return [...own, ...CORE_ORDER.filter((action) => actions.has(action))];
}

/** Built-in actions, followed by those of other routes: plugins and extensions add them. */
function pluginGroups(custom: readonly CustomRoute[]): readonly ActionGroup[] {
  const spaces = new Map<string, Map<string, Set<string>>>();
  const add = (space: string, controller: string, actions: readonly string[]): void => {
    const controllers = spaces.get(space) ?? new Map<string, Set<string>>();
    const known = controllers.get(controller) ?? [];
    spaces.set(space, controllers.set(controller, new Set([...known, ...actions])));
  };
  for (const { space, controllers } of PLUGINS) {
    for (const { name, actions } of controllers) add(space, name, actions);
  }
  for (const { pluginAction = '' } of custom) {
    const [, space, controller, action] =
      /^(plugin::[^.]+)\.(.+)\.([^.]+)$/.exec(pluginAction) ?? [];
    if (space && controller && action) add(space, controller, [action]);
  }
  return [...spaces].map(([space, controllers]) => ({
    space,
    controllers: [...controllers].map(([name, actions]) => ({ name, actions: [...actions] })),
  }));
}

const PLUGINS: readonly ActionGroup[] = [
  plugin('content-type-builder', {
    components: ['getComponents', 'getComponent'],
    'content-types': ['getContentTypes', 'getContentType'],
  }),
  plugin('email', { email: ['send'] }),
  plugin('upload', { 'content-api': ['find', 'findPage', 'findOne', 'destroy', 'upload'] }),
  plugin('i18n', { locales: ['listLocales'] }),
  plugin('users-permissions', ACCOUNT_ACTIONS),
];

function plugin(
  name: string,
  controllers: Readonly<Record<string, readonly string[]>>,
): ActionGroup {
  return {
    space: `plugin::${name}`,
    controllers: Object.entries(controllers).map(([controller, actions]) => ({
      name: controller,
      actions,
    })),
  };
}
