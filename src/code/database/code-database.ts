// The data members of the `strapi` object: documents, rows, lifecycles, transactions and stored settings.
import { Reader } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { DefaultLocale } from '../../storage/default-locale.ts';
import type { Layout } from '../../storage/layout.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { DocumentMiddlewares } from '../documents/document-middlewares.ts';
import { createDocumentService } from '../documents/document-service.ts';
import type { CodeDocumentService, ContentTypeModel } from '../strapi/strapi.ts';
import { openModels } from './code-models.ts';

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
  /** A content-type as code sees it. */
  readonly contentType: (uid: string) => ContentTypeModel;
}

/** Code asks for any part of a list. */
const NO_LIMITS = { defaultLimit: 25, maxLimit: null, withCount: true };

export function createCodeDatabase(parts: CodeDatabaseParts): {
  readonly documents: CodeDocumentService;
} {
  const { store, engine, contentType } = parts;
  const { registry, layout, database, search } = store;
  const { writer, locale, context } = engine;
  const models = openModels(registry);
  const reader = new Reader({
    registry: models,
    layout,
    database,
    served: context.served,
    search,
    limits: NO_LIMITS,
    queryString: {},
    strict: { roots: false, documents: false },
    locale,
  });
  const middlewares = new DocumentMiddlewares();
  return {
    documents: createDocumentService({
      registry,
      models,
      reader,
      writer,
      database,
      locale,
      middlewares,
      contentType,
    }),
  };
}
