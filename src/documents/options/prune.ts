// In charge of removing what no schema speaks of any more, when told to (docs/strapi/differences.md, D10): rows that
// are not served with all that hangs on them, then links, columns and tables, in one transaction.
import type { Registry } from '../../schema/registry.ts';
import type { Database, Row, WriteSteps } from '../../storage/database.ts';
import { dropLeftovers, type SkippedDrop } from '../../storage/drop-leftovers.ts';
import type { Layout } from '../../storage/layout.ts';
import { readLeftovers, type LeftRows, type Leftovers } from '../../storage/leftovers.ts';
import { typeOptions } from '../../storage/quoin-tables.ts';
import { runInSession } from '../../storage/session.ts';
import { removeEntries } from '../remove.ts';
import { removePendingLinksOf } from '../versions/pending-links.ts';
import { removePendingLinksTo } from '../versions/end-pending.ts';
import type { WriteContext } from '../write-context.ts';
import { contextWithoutRules } from './context-without-rules.ts';

/** A project's model and database. */
export interface Pruning {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  /** Code of the default locale where the database names none. */
  readonly initialLocale: string;
}

/** What was removed, and what stays because something else leads to it. */
export interface Pruned {
  readonly removed: Leftovers;
  readonly kept: readonly SkippedDrop[];
}

/** Removes what is left over. */
export function prune({ database, ...model }: Pruning): Promise<Pruned> {
  const { dialect } = database;
  return database.write(async (session) => {
    const search = { ...model, dialect };
    const context = contextWithoutRules({ ...search, defaultLocale: model.initialLocale });
    const removed = await runInSession(session, readLeftovers(search));
    await runInSession(session, removeRows(context, removed.rows));
    return { removed, kept: await dropLeftovers(session, dialect, removed) };
  });
}

/** Rows that are removed at once. */
const AT_ONCE = 300;

function* removeRows(context: WriteContext, groups: readonly LeftRows[]): WriteSteps<void> {
  const { layout, statements } = context;
  for (const { type, what, locale } of groups) {
    const { uid } = type;
    const found = yield* statements.select(layout.table(uid), {
      columns: ['id', 'document_id', 'locale', 'published_at'],
      where: [],
    });
    const isLeft = ([, , own, publishedAt]: Row): boolean =>
      what === 'drafts' ? publishedAt === null : own !== null && own !== locale;
    const rows = found.filter(isLeft);
    // What is published stays, and can be waited for no longer than the draft is there.
    const going = rows.map(([, documentId, own]) => ({
      documentId: documentId === null ? null : String(documentId),
      locale: own === null ? null : String(own),
    }));
    yield* removePendingLinksTo(context, uid, { rows: going, isWhole: false });
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const ids = rows.slice(at, at + AT_ONCE).map(([id]) => Number(id));
      yield* removePendingLinksOf(context, uid, ids);
      yield* removeEntries(context, uid, ids);
    }
    yield* forget(context, uid, what);
  }
}

/** From now on nothing is kept back of the type. */
function* forget(
  { statements }: WriteContext,
  uid: string,
  what: LeftRows['what'],
): WriteSteps<void> {
  const { table, uid: column, draftsKeptSince, servedLocale } = typeOptions;
  const records = yield* statements.select(table, {
    columns: ['id'],
    where: [{ column, is: uid }],
  });
  yield* statements.update(
    table,
    [what === 'drafts' ? draftsKeptSince : servedLocale],
    records.map(([id]) => [Number(id), null]),
  );
}
