// Rows that an import replaces: counts and deletes them.
import { SESSION } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { pendingLinks } from '../../storage/layout/quoin-tables.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { countTables } from '../../storage/statements/row-counts.ts';
import { FILE, USER } from '../../schema/built-in/uids.ts';
import { isTransferred } from '../archive/lines.ts';
import { SETTINGS, WEBHOOKS } from './configuration-rows.ts';

/** Model and layout of a project. */
interface ContentModel {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Deletes all content. As in Strapi, administrators and releases are kept. */
export function* deleteContent(
  { registry, layout }: ContentModel,
  statements: RowStatements,
): WriteSteps<void> {
  for (const table of contentTables(registry, layout)) yield* statements.delete(table, []);
  yield* statements.delete(pendingLinks.table, []);
  // Ends sessions: ids are kept, so a signed-in user would become another one.
  const origin = layout.column(SESSION, 'origin');
  yield* statements.delete(layout.table(SESSION), [{ column: origin, is: 'users-permissions' }]);
}

/** Deletes settings and webhooks. */
export function* deleteConfiguration(statements: RowStatements): WriteSteps<void> {
  yield* statements.delete(SETTINGS, []);
  yield* statements.delete(WEBHOOKS, []);
}

/** Counts rows created by users: the project's own types, files and users. */
export function* countContent({ registry, layout }: ContentModel): ReadSteps<number> {
  const tables = [...registry.contentTypes.values()].flatMap(({ uid, origin }) =>
    origin === 'api' || uid === FILE || uid === USER ? [layout.table(uid)] : [],
  );
  const counts = yield* countTables(tables);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Links first, since they reference the others. */
function contentTables(registry: Registry, { tables }: Layout): readonly string[] {
  const content = tables.filter(({ kind, uid }) => {
    if (kind === 'own' || uid === null) return false;
    return registry.components.has(uid) || isTransferred({ uid });
  });
  return [
    ...content.filter(({ kind }) => kind === 'links'),
    ...content.filter(({ kind }) => kind === 'model'),
  ].map(({ name }) => name);
}
