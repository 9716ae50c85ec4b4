// Warns of routes that are not served, with the names to put into the configuration to release them.
import { coreEndpoints, publicationActions, type RoutedType } from './core-router.ts';
import type { Interceptor } from './interceptors.ts';
import { namesOfBlocked, pluginNames, type BlockedPlugins } from './plugin-routes.ts';
import type { CoreRoute } from './route-table.ts';
import type { CoreRoutes } from './routes.ts';

interface Sources extends CoreRoutes {
  readonly types: readonly RoutedType[];
  readonly interceptors: readonly Interceptor[];
  readonly blockedPlugins: BlockedPlugins;
  /** Names in `release` of config/quoin. */
  readonly release: readonly string[];
}

/** Returns one line per type with blocked routes, and one per kind of other code. */
export function routeWarnings({
  routes,
  custom,
  unrouted,
  types,
  interceptors,
  blockedPlugins,
  release,
}: Sources): readonly string[] {
  const names = types.flatMap((type) => [
    type.uid,
    ...coreEndpoints(type).map(({ action }) => `${type.uid}.${action}`),
    ...publicationActions(type).map((action) => `${type.uid}.${action}`),
  ]);
  const plugins = namesOfBlocked(blockedPlugins).map(([name, reason]) => `"${name}" (${reason})`);
  const files = interceptors.map(({ file }) => file);
  const known = new Set([...names, ...pluginNames, ...files]);
  const unknown = release.filter((name) => !known.has(name));
  const customs = custom.map(
    ({ method, path, handler, file }) => `${method} ${path} -> ${handler} (${file})`,
  );
  return [
    ...types.flatMap((type) => blockedWarning(routes.filter(({ uid }) => uid === type.uid))),
    ...line(
      interceptors.filter((each) => concernsAny(each, types, release)).map(describeInterceptor),
      'Core routes answer 501 because of code that runs before them: ',
      ADVICE,
    ),
    ...line(plugins, 'Routes of plugins answer 501: ', ADVICE),
    ...line(unrouted, 'Content-types without a router in their API have no routes: ', ''),
    ...line(
      customs,
      'Custom routes are not served: ',
      ' Serve them with another program behind the same proxy.',
    ),
    ...line(unknown, 'Unknown names in "release" of config/quoin: ', ''),
  ];
}

const ADVICE =
  ' Quoin does not run the code that protects or changes them. To serve them without it, add these names to "release" in config/quoin.';

/** False if it is released, or intercepts other types only. */
function concernsAny(
  { file, uids }: Interceptor,
  types: readonly RoutedType[],
  release: readonly string[],
): boolean {
  const isFor = types.filter(({ uid }) => uids === null || uids.includes(uid));
  return !release.includes(file) && isFor.some(({ uid }) => !release.includes(uid));
}

function describeInterceptor({ file, call, reads, uids }: Interceptor): string {
  const what = `${reads ? 'reads and writes' : 'writes'} of ${uids?.join(' and ') ?? 'all types'}`;
  return `"${file}" (calls ${call}, for ${what})`;
}

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
