// Builds the engine of a project, which reads and writes its documents.
import { onDemand, type OnDemand } from '../base/on-demand.ts';
import type { CurrentRequest } from '../base/stage-timer.ts';
import { ContentEventFeed } from '../documents/content-events.ts';
import type { Documents } from '../documents/programs/document-collection.ts';
import { completeAdminPermissions } from './accounts/administrators.ts';
import type { EntryTags } from '../documents/preconditions/entry-tags.ts';
import { createDocuments } from '../documents/programs/documents.ts';
import { loadVisibility } from '../documents/check/visibility.ts';
import type { WriteContext } from '../documents/write-context.ts';
import { NO_HOOKS, type WriteHooks } from '../documents/write-hooks.ts';
import { Locales } from '../documents/locales/document-locales.ts';
import { DocumentWriter } from '../documents/writer.ts';
import type { Project } from '../project/load.ts';
import { Reader, type ReaderDependencies } from '../query/read.ts';
import { forAdministrators, withoutPrivacy } from '../schema/without-privacy.ts';
import { DefaultLocale } from '../storage/settings/default-locale.ts';
import { readServedRows } from '../storage/served-rows.ts';
import { RowStatements } from '../storage/statements/row-statements.ts';
import type { Store } from './store.ts';

/** Readers and writers of a project's documents. */
export interface Engine {
  readonly context: WriteContext;
  /** Reads what a caller may see. */
  readonly reader: Reader;
  /** Reads private attributes as well, for programs. */
  readonly openReader: Reader;
  /** Reads what administrators may see. */
  readonly adminReader: Reader;
  readonly writer: DocumentWriter;
  /** Entity tags of entries. */
  readonly tags: OnDemand<EntryTags>;
  readonly documents: Documents;
  /** Default locale. */
  readonly locale: DefaultLocale;
  /** Events of committed writes. */
  readonly feed: ContentEventFeed;
}

interface EngineOptions {
  /** Hooks around writes. Default: none */
  readonly hooks?: WriteHooks | undefined;
  /** The request whose stages are measured. Default: none */
  readonly current?: CurrentRequest | undefined;
}

/** Builds the engine of a project. */
export async function createEngine(
  { config, log }: Project,
  store: Store,
  { hooks = NO_HOOKS, current }: EngineOptions = {},
): Promise<Engine> {
  const { registry, layout, database, search } = store;
  const { rest, documents } = config.api;
  const locale = new DefaultLocale(database, config.i18n.initialLocale);
  await locale.follow();
  const served = await database.read(readServedRows(registry, locale.code));
  const parts: ReaderDependencies = {
    registry,
    layout,
    database,
    served,
    search,
    locale,
    current,
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
  const feed = new ContentEventFeed(log);
  const writer = new DocumentWriter({ context, database, feed, hooks, current });
  const open = withoutPrivacy(registry);
  const openReader = new Reader({ ...parts, registry: open });
  return {
    context,
    reader,
    openReader,
    adminReader: new Reader({ ...parts, registry: forAdministrators(registry) }),
    writer,
    tags: onDemand(async () => {
      const { EntryTags: Tags } = await import('../documents/preconditions/entry-tags.ts');
      return new Tags({ context, database, secret: config.admin.apiTokenSalt });
    }),
    documents: createDocuments({ registry: open, reader: openReader, writer, locale }),
    locale,
    feed,
  };
}

/** Creates the service for locales. New locales are added to permissions of administrators. */
export function createLocales(
  project: Project,
  store: Store,
  { context, locale, feed }: Pick<Engine, 'context' | 'locale' | 'feed'>,
): Locales {
  const { database } = store;
  const onChange = (): Promise<void> =>
    completeAdminPermissions(project, store, { tables: context });
  return new Locales({ context, database, locale, feed, onChange });
}
