// In charge of what an import takes the place of: the rows that go, and whether there are any.
import { SESSION } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Layout } from '../../storage/layout.ts';
import { pendingLinks } from '../../storage/quoin-tables.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import type { Reading, Writing } from '../../storage/session.ts';
import { countRows } from '../../storage/table-pages.ts';
import { FILE, USER } from '../../schema/built-in/uids.ts';
import { isTransferred } from '../archive/lines.ts';
import { SETTINGS, WEBHOOKS } from './configuration-rows.ts';

/** A project's model. */
interface ContentModel {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Deletes the rows of all content. What administrators and planned releases are stays, as with Strapi. */
export function* deleteContent(
  { registry, layout }: ContentModel,
  statements: RowStatements,
): Writing<void> {
  for (const table of contentTables(registry, layout)) yield* statements.delete(table, []);
  yield* statements.delete(pendingLinks.table, []);
  // Ids are kept: whoever was signed in would be the user who has theirs now.
  const origin = layout.column(SESSION, 'origin');
  yield* statements.delete(layout.table(SESSION), [{ column: origin, is: 'users-permissions' }]);
}

/** Deletes what is configured. */
export function* deleteConfiguration(statements: RowStatements): Writing<void> {
  yield* statements.delete(SETTINGS, []);
  yield* statements.delete(WEBHOOKS, []);
}

/** Counts what nobody but people can have made: rows of the project's own types, files and users. */
export function* countContent(
  { registry, layout }: ContentModel,
  dialect: Dialect,
): Reading<number> {
  const uids = [...registry.contentTypes.values()].flatMap(({ uid, origin }) =>
    origin === 'api' || uid === FILE || uid === USER ? [layout.table(uid)] : [],
  );
  const counts = yield* countRows(dialect, uids);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Links first, since they lead to the rest. */
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
