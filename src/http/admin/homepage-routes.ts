// Routes of the admin API for the home page of the panel: key figures, and which widgets an administrator arranged.
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { ADMIN_USER, API_TOKEN, FILE, LOCALE } from '../../schema/built-in/uids.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { Layout } from '../../storage/layout.ts';
import { countTables } from '../../storage/row-counts.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import { json } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';

interface HomepageRouteParts {
  readonly database: Database;
  readonly tables: { readonly layout: Layout; readonly statements: RowStatements };
  /** Number of content-types that the content-type builder shows. */
  readonly contentTypes: number;
  /** Number of categories of components. */
  readonly categories: number;
}

/** The routes under `/admin/homepage`. */
export function homepageRoutes(parts: HomepageRouteParts): readonly Route[] {
  const { database, tables, contentTypes, categories } = parts;
  const { layout } = tables;
  const counted = [FILE, LOCALE, ADMIN_USER, API_TOKEN].map((uid) => layout.table(uid));
  const keyStatistics = async (): Promise<object> => {
    const counts = await database.read(countTables([...counted, 'strapi_webhooks']));
    const [assets, locales, admins, apiTokens, webhooks] = counts;
    return { assets, contentTypes, components: categories, locales, admins, webhooks, apiTokens };
  };
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    answer: (request: Parameters<AdminRoute['handler']>[0]) => Promise<unknown>,
  ): Route => ({
    method,
    path: `/admin/homepage/${path}`,
    caller: 'admin',
    permission: null,
    handler: async (request) => json({ data: await answer(request) }),
  });
  return [
    route(['GET', 'key-statistics'], keyStatistics),
    route(['GET', 'layout'], async ({ caller }) => {
      const stored = await database.read(coreStoreValue(layoutKey(caller.admin.id)));
      return isJsonObject(stored) ? stored : null;
    }),
    route(['PUT', 'layout'], async ({ body, caller }) => {
      const { checkHomepageLayout } = await import('./homepage-form.ts');
      const key = layoutKey(caller.admin.id);
      const before = await database.read(coreStoreValue(key));
      const wanted = await checkHomepageLayout(body, isJsonObject(before) ? before : {});
      const stored: JsonObject = { ...wanted, updatedAt: new Date().toISOString() };
      await database.transact(storeCoreValue(tables, key, stored));
      return stored;
    }),
  ];
}

/** @param admin Row id of the administrator */
function layoutKey(admin: number): string {
  return `core_admin_homepage-layout:${admin}`;
}
