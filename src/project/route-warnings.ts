// In charge of saying at start which routes are not served, in words that can be copied into the
// configuration to release them.
import { coreEndpoints, type RoutedType } from './core-router.ts';
import { namesOfBlocked, pluginNames, type BlockedPlugins } from './plugin-routes.ts';
import type { CoreRoute, CoreRoutes } from './routes.ts';

interface Sources extends CoreRoutes {
  readonly types: readonly RoutedType[];
  readonly blockedPlugins: BlockedPlugins;
  /** Names from `release` in config/quoin. */
  readonly release: readonly string[];
}

/** One line for each type with blocked routes, and one for each other kind of thing. */
export function routeWarnings({
  routes,
  custom,
  unrouted,
  types,
  blockedPlugins,
  release,
}: Sources): readonly string[] {
  const names = types.flatMap((type) => [
    type.uid,
    ...coreEndpoints(type).map(({ action }) => `${type.uid}.${action}`),
  ]);
  const plugins = namesOfBlocked(blockedPlugins).map(([name, reason]) => `"${name}" (${reason})`);
  const unknown = release.filter((name) => ![...names, ...pluginNames].includes(name));
  const customs = custom.map(
    ({ method, path, handler, file }) => `${method} ${path} -> ${handler} (${file})`,
  );
  return [
    ...types.flatMap((type) => blockedWarning(routes.filter(({ uid }) => uid === type.uid))),
    ...line(plugins, 'Routes of plugins answer 501: ', ADVICE),
    ...line(unrouted, 'Content-types that no router of their API serves have no routes: ', ''),
    ...line(customs, 'Custom routes are not served: ', ' Put what answers them beside Quoin.'),
    ...line(unknown, 'Names in "release" of config/quoin that are no core route: ', ''),
  ];
}

const ADVICE =
  ' What closes or changes them is not run here. To serve them without it, add these names to "release" in config/quoin.';

function blockedWarning(routes: readonly CoreRoute[]): readonly string[] {
  const blocked = routes.filter((route) => route.blocked !== undefined);
  const [first] = blocked;
  if (!first) return [];
  const reasons = new Set(blocked.map((route) => route.blocked));
  const parts =
    blocked.length === routes.length && reasons.size === 1
      ? [`"${first.uid}" (${first.blocked})`]
      : blocked.map(({ name, blocked: reason }) => `"${name}" (${reason})`);
  return line(parts, 'Core routes answer 501: ', ADVICE);
}

function line(items: readonly string[], before: string, after: string): readonly string[] {
  return items.length > 0 ? [`${before}${items.join(', ')}.${after}`] : [];
}
