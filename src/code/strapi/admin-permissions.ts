// `strapi.admin.services.permission`: plugins register the actions and conditions of their panel pages.
import { toRecord, toText } from '../../schema/raw.ts';
import { createProvider } from './providers.ts';
import type { CodeProvider } from './strapi.ts';

/** What plugins use of the service. */
export interface AdminPermissions {
  readonly actionProvider: CodeProvider;
  readonly conditionProvider: CodeProvider;
}

export function adminPermissions(): AdminPermissions {
  return {
    actionProvider: createProvider(idOf),
    conditionProvider: createProvider(idOf),
  };
}

/** `plugin::name.uid` or `api::name.uid`; without a plugin or API, `admin::uid`. */
function idOf(item: unknown): string {
  const { pluginName, plugin, apiName, uid, name } = toRecord(item);
  const id = toText(uid) ?? toText(name) ?? '';
  const own = toText(pluginName) ?? toText(plugin);
  if (own !== undefined && own !== 'admin') return `plugin::${own}.${id}`;
  return toText(apiName) === undefined ? `admin::${id}` : `api::${String(apiName)}.${id}`;
}
