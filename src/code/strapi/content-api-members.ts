// `strapi.contentAPI`. It exists before the database is open, so `register` can add parameters and actions.
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import type { CollectedRoute } from '../routes/collect-routes.ts';
import type { AddedParams } from './added-params.ts';
import { createProvider } from './providers.ts';
import type { CodeAbility, CodeContentApi, CodeContentRules } from './strapi.ts';
import type { Fields } from './code-values.ts';

interface ContentApiSources {
  readonly params: AddedParams;
  readonly routes: () => readonly CollectedRoute[];
}

/** @param rules Throws before the database is open */
export function contentApiMembers(
  rules: () => CodeContentRules,
  { params, routes }: ContentApiSources,
): CodeContentApi {
  const providers = { action: createProvider(String), condition: createProvider(String) };
  const contentRoutes = (): readonly CollectedRoute[] =>
    routes().filter(({ route }) => route.info.type === 'content-api');
  return {
    get sanitize() {
      return rules().sanitize;
    },
    get validate() {
      return rules().validate;
    },
    addQueryParams: (added) => params.addQueryParams(added),
    addInputParams: (added) => params.addInputParams(added),
    async getRoutesMap() {
      return routesByOwner(contentRoutes());
    },
    permissions: {
      providers,
      async registerActions() {
        for (const uid of contentRoutes().flatMap(actionOf)) {
          const { owner: api, controller, action } = partsOf(uid);
          await providers.action.register(uid, { api, controller, action, uid });
        }
      },
      getActionsMap: () => actionsByOwner(contentRoutes().flatMap(actionOf)),
      engine: { generateAbility: async (permissions) => abilityOf(permissions) },
    },
  };
}

function routesByOwner(routes: readonly CollectedRoute[]): Fields {
  const found: Record<string, Fields[]> = {};
  for (const { path, route } of routes) {
    (found[ownerOf(route.info)] ??= []).push({ ...route, path });
  }
  return found;
}

function ownerOf({ apiName, pluginName }: CollectedRoute['route']['info']): string {
  return pluginName === undefined ? `api::${apiName ?? ''}` : `plugin::${pluginName}`;
}

/** The full name of the action of a route; undefined if its handler is a function. */
function actionOf({ route: { handler, info } }: CollectedRoute): readonly string[] {
  const name = toText(handler)?.trim();
  if (name === undefined) return [];
  return [name.includes('::') ? name : `${ownerOf(info)}.${name}`];
}

function partsOf(uid: string): Record<'owner' | 'controller' | 'action', string> {
  const [owner = '', ...names] = uid.split('.');
  return { owner, controller: names.slice(0, -1).join('.'), action: names.at(-1) ?? '' };
}

function actionsByOwner(uids: readonly string[]): Fields {
  const found: Record<string, { controllers: Record<string, string[]> }> = {};
  for (const { owner, controller, action } of uids.map(partsOf)) {
    const { controllers } = (found[owner] ??= { controllers: {} });
    const actions = (controllers[controller] ??= []);
    if (!actions.includes(action)) actions.push(action);
  }
  return found;
}

/** @param permissions Rows with an `action` */
function abilityOf(permissions: unknown): CodeAbility {
  const list: readonly unknown[] = Array.isArray(permissions) ? permissions : [];
  const actions = new Set(list.filter(isRecord).map((row) => toRecord(row)['action']));
  return {
    can: (action) => actions.has(action),
    cannot: (action) => !actions.has(action),
    rules: [...actions].map((action) => ({ action, subject: 'all' })),
  };
}
