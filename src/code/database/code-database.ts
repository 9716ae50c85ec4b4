// The data members of the `strapi` object: documents, rows, lifecycles, transactions and stored settings.
import { Reader } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { DefaultLocale } from '../../storage/default-locale.ts';
import type { Layout } from '../../storage/layout.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import type { WriteHooks } from '../../documents/write-hooks.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { DocumentMiddlewares } from '../documents/document-middlewares.ts';
import { createDocumentService } from '../documents/document-service.ts';
import { Lifecycles } from '../lifecycles/lifecycles.ts';
import { RowLifecycles } from '../lifecycles/row-lifecycles.ts';
import type { CodeDocumentService, ContentTypeModel } from '../strapi/strapi.ts';
import { openModels, rowModels } from './code-models.ts';
import { modelMetadata } from './model-metadata.ts';
import { RowReads } from './row-reads.ts';

/** What the data members are built on. */
export interface CodeDatabaseParts {
  /** The model of the project, and where it is stored. */
  readonly store: {
    readonly registry: Registry;
    readonly layout: Layout;
    readonly database: InteractiveDatabase;
    readonly search: ReadonlyMap<string, SearchIndex>;
  };
  /** What reads and writes its documents. */
  readonly engine: {
    readonly context: WriteContext;
    readonly writer: DocumentWriter;
    readonly locale: DefaultLocale;
  };
  /** The hooks that the writer was made with. */
  readonly hooks: CodeHooks;
  /** A content-type as code sees it. */
  readonly contentType: (uid: string) => ContentTypeModel;
}

/** Code asks for any part of a list. */
const NO_LIMITS = { defaultLimit: 25, maxLimit: null, withCount: true };

/** What takes part in reads and writes, made before the engine: `rows` is for its writer. */
export interface CodeHooks {
  readonly lifecycles: Lifecycles;
  readonly rows: RowLifecycles;
  readonly middlewares: DocumentMiddlewares;
}

/** Makes the hooks of a project, which nobody has subscribed to yet. @param patience How long a write waits for the hooks of a row, in milliseconds */
export function createCodeHooks(patience?: number): CodeHooks {
  const lifecycles = new Lifecycles();
  const rows = new RowLifecycles(lifecycles, patience);
  return { lifecycles, rows, middlewares: new DocumentMiddlewares() };
}

/** The hooks as a writer takes them. */
export function writeHooksOf({ rows }: CodeHooks): WriteHooks {
  return { rows, middlewares: [] };
}

export function createCodeDatabase(parts: CodeDatabaseParts): {
  readonly documents: CodeDocumentService;
} {
  const { store, engine, hooks, contentType } = parts;
  const { lifecycles, middlewares } = hooks;
  const { registry, layout, database, search } = store;
  const { writer, locale, context } = engine;
  const models = openModels(registry);
  const readerParts = {
    layout,
    database,
    served: context.served,
    search,
    limits: NO_LIMITS,
    queryString: {},
    strict: { roots: false, documents: false },
    locale,
  };
  const reader = new Reader({ ...readerParts, registry: models });
  const rowRegistry = rowModels(registry);
  const rowReader = new Reader({ ...readerParts, registry: rowRegistry, served: new Map() });
  const rows = new RowReads(rowRegistry, rowReader, database);
  lifecycles.describe(modelMetadata(store));
  hooks.rows.attach({ registry, models, reader, database, rows });
  return {
    documents: createDocumentService({
      registry,
      models,
      reader,
      writer,
      database,
      locale,
      middlewares,
      lifecycles,
      contentType,
    }),
  };
}
