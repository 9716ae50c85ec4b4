// Removes data that is no longer part of the schema (docs/strapi/differences.md, D10): rows that are not served, then links,
// columns and tables, in one transaction.
import type { Registry } from '../../schema/registry.ts';
import type { Database } from '../../storage/database.ts';
import { dropLeftovers, type SkippedDrop } from '../../storage/migration/drop-leftovers.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import {
  readLeftovers,
  type UnservedRows,
  type Leftovers,
} from '../../storage/migration/leftovers.ts';
import { typeOptions } from '../../storage/layout/quoin-tables.ts';
import { runInSession, type Row, type WriteSteps } from '../../storage/session.ts';
import { removeEntries } from '../rows/remove.ts';
import { removePendingLinksOf } from '../versions/pending-links.ts';
import { removePendingLinksTo } from '../versions/remove-pending.ts';
import type { WriteContext } from '../write-context.ts';
import { contextWithoutRules } from './context-without-rules.ts';

/** The content model and the database of a project. */
export interface PruneContext {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  /** Code of the default locale if the database has none. */
  readonly initialLocale: string;
}

/** The removed data, and the data that is kept because something else depends on it. */
export interface PruneResult {
  readonly removed: Leftovers;
  readonly kept: readonly SkippedDrop[];
}

/** Removes unused data. */
export function prune({ database, ...model }: PruneContext): Promise<PruneResult> {
  const { dialect } = database;
  return database.runInTransaction(async (session) => {
    const search = { ...model, dialect };
    const context = contextWithoutRules({ ...search, defaultLocale: model.initialLocale });
    const removed = await runInSession(session, readLeftovers(search));
    await runInSession(session, removeRows(context, removed.rows));
    return { removed, kept: await dropLeftovers(session, dialect, removed) };
  });
}

/** Rows that are removed in one batch. */
const BATCH = 300;

function* removeRows(context: WriteContext, groups: readonly UnservedRows[]): WriteSteps<void> {
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
    // Published rows are kept, but without a draft there can be no pending links to them.
    const going = rows.map(([, documentId, own]) => ({
      documentId: documentId === null ? null : String(documentId),
      locale: own === null ? null : String(own),
    }));
    yield* removePendingLinksTo(context, uid, { rows: going, isEntireDocument: false });
    for (let at = 0; at < rows.length; at += BATCH) {
      const ids = rows.slice(at, at + BATCH).map(([id]) => Number(id));
      yield* removePendingLinksOf(context, uid, ids);
      yield* removeEntries(context, uid, ids);
    }
    yield* clearRecord(context, uid, what);
  }
}

/** Removes the record that rows of the type are not served. */
function* clearRecord(
  { statements }: WriteContext,
  uid: string,
  what: UnservedRows['what'],
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
