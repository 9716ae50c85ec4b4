// In charge of the engine of a project: what reads and writes its documents, built on its store.
import { ContentEventFeed } from '../documents/content-events.ts';
import type { Documents } from '../documents/document-collection.ts';
import { createDocuments } from '../documents/documents.ts';
import { linkWaiting } from '../documents/versions/apply-pending.ts';
import { loadVisibility } from '../documents/visibility.ts';
import type { WriteContext } from '../documents/write-context.ts';
import { NO_HOOKS, type WriteHooks } from '../documents/write-hooks.ts';
import { DocumentWriter } from '../documents/writer.ts';
import type { Project } from '../project/load.ts';
import { Reader, type ReaderParts } from '../query/read.ts';
import { withoutPrivacy } from '../schema/without-privacy.ts';
import { DefaultLocale } from '../storage/default-locale.ts';
import { readServedRows } from '../storage/former-options.ts';
import { RowStatements } from '../storage/row-statements.ts';
import type { Store } from './store.ts';

/** The ways to a project's documents. */
export interface Engine {
  readonly context: WriteContext;
  /** Reads what somebody may see. */
  readonly reader: Reader;
  /** Reads what is private too, for those who may look behind: administrators and programs. */
  readonly openReader: Reader;
  readonly writer: DocumentWriter;
  readonly documents: Documents;
  /** The locale that is meant where none is named. */
  readonly locale: DefaultLocale;
  /** What committed writes have done. */
  readonly feed: ContentEventFeed;
}

/** Builds what reads and writes the documents of a project. @param hooks What runs around writes */
export async function createEngine(
  { config }: Project,
  store: Store,
  hooks: WriteHooks = NO_HOOKS,
): Promise<Engine> {
  const { registry, layout, database, search } = store;
  const { rest, documents } = config.api;
  const locale = new DefaultLocale(database, config.i18n.initialLocale);
  await locale.follow();
  const served = await database.read(readServedRows(registry, locale.code));
  const parts: ReaderParts = {
    registry,
    layout,
    database,
    served,
    search,
    locale,
    limits: rest,
    queryString: config.middlewares.query,
    strict: { roots: rest.strictParams, documents: documents.strictParams },
  };
  const reader = new Reader(parts);
  const { dialect } = database;
  const statements = new RowStatements(dialect, layout);
  const rules = {
    strictRelations: documents.strictRelations,
    isVisible: await loadVisibility(registry),
  };
  const context: WriteContext = {
    registry,
    layout,
    dialect,
    statements,
    served,
    get defaultLocale() {
      return locale.code;
    },
    rules,
  };
  await linkWaiting(context, database);
  const feed = new ContentEventFeed();
  const writer = new DocumentWriter({ context, database, feed, hooks });
  const open = withoutPrivacy(registry);
  const openReader = new Reader({ ...parts, registry: open });
  return {
    context,
    reader,
    openReader,
    writer,
    documents: createDocuments({ registry: open, reader: openReader, writer, locale }),
    locale,
    feed,
  };
}
