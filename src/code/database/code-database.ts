// The data members of the `strapi` object: documents, rows, lifecycles, transactions and stored settings.
import type { Knex } from 'knex';
import { Reader } from '../../query/read.ts';
import { planBytes, type PreparedRead } from '../../query/prepared-read.ts';
import { LruMap } from '../../base/lru-map.ts';
import type { Registry } from '../../schema/registry.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { createDocumentService } from '../documents/document-service.ts';
import { LazyReads } from '../documents/lazy-reads.ts';
import { createEntityValidator } from '../documents/entity-validator.ts';
import { createEntityService } from '../documents/entity-service.ts';
import type { CodeHooks } from '../lifecycles/code-hooks.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import type { ContentTypeModel, DataMembers } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { openModels, rowModels } from './code-models.ts';
import { withEngineModels, withEngineTables } from './engine-models.ts';
import { createKnex, createKnexTransaction } from './knex-connection.ts';
import { ModelMetadata } from './model-metadata.ts';
import { RowQuery } from './row-query.ts';
import { RowReads } from './row-reads.ts';
import { createStore } from './stored-settings.ts';
import { Transactions } from './transactions.ts';

export interface CodeDatabaseDependencies {
  /** The model of the project and its storage. */
  readonly store: {
    readonly registry: Registry;
    readonly layout: Layout;
    readonly database: InteractiveDatabase;
    readonly search: ReadonlyMap<string, SearchIndex>;
  };
  /** Reads and writes documents. */
  readonly engine: {
    readonly reader: Reader;
    readonly context: WriteContext;
    readonly writer: DocumentWriter;
    readonly locale: DefaultLocale;
  };
  /** The hooks with which the writer was created. */
  readonly hooks: CodeHooks;
  /** A content-type as code sees it. */
  readonly contentType: (uid: string) => ContentTypeModel;
  /** The connection to the database, as knex describes it. */
  readonly connectionSettings?: Fields;
}

/** Code may read lists of any length. */
const NO_LIMITS = { defaultLimit: 25, maxLimit: null, withCount: true };

/** The data members, and the reads of core routes inside document middlewares. */
export interface OpenedData {
  readonly data: DataMembers;
  readonly reads: LazyReads;
}

/** Creates the data members of a project. */
export function createCodeDatabase({
  store,
  engine,
  hooks,
  contentType,
  connectionSettings = {},
}: CodeDatabaseDependencies): OpenedData {
  const { registry, database, search } = store;
  const { writer, locale, context } = engine;
  const { lifecycles, middlewares } = hooks;
  const layout = withEngineTables(store.layout);
  const shared = {
    layout,
    database,
    search,
    limits: NO_LIMITS,
    queryString: {},
    strict: { roots: false, documents: false },
    locale,
  };
  const models = openModels(registry);
  const reader = new Reader({ ...shared, registry: models, served: context.served });
  const plain = withEngineModels(rowModels(registry));
  const rowReader = new Reader({ ...shared, registry: plain, served: new Map() });
  const stored = { registry: plain, layout };
  const rows = new RowReads({ models: stored, reader: rowReader, database });
  let described: ModelMetadata | undefined;
  const metadata = (): ModelMetadata =>
    (described ??= new ModelMetadata(
      { registry: withEngineModels(registry), layout },
      { lifecyclesOf: (uid) => lifecycles.ofModel(uid) },
    ));
  const transactions: Transactions = new Transactions(database, {
    timeout: hooks.transactionTimeout,
    knexOf: (enter, ends) => createKnexTransaction(knexDependencies, enter, ends),
  });
  const knexDependencies = { database, transactions, settings: connectionSettings };
  let connection: Knex | undefined;
  lifecycles.describe((uid) => metadata().get(uid));
  hooks.rows.attach({ registry, models, reader, database, rows });
  hooks.writes.attach({ registry, contentType });
  const rowContext = contextOf(context, stored);
  const queries = new Map<string, CodeQuery>();
  const query = (uid: string): CodeQuery => {
    const query =
      queries.get(uid) ?? new RowQuery({ context: rowContext, rows, database, lifecycles }, uid);
    queries.set(uid, query);
    return query;
  };
  const documentParts = {
    registry,
    models,
    reader,
    writer,
    transactions,
    locale,
    middlewares,
    lifecycles,
    contentType,
    query,
    plans: new LruMap<string, PreparedRead>('code_plans', planBytes),
  };
  const documents = createDocumentService(documentParts);
  const reads = new LazyReads({ ...documentParts, routeReader: engine.reader });
  const data: DataMembers = {
    documents,
    query,
    entityService: createEntityService({ registry, documents, query }),
    entityValidator: createEntityValidator({ registry, rules: context.rules, query }),
    store: createStore(() => query('strapi::core-store')),
    db: {
      query,
      lifecycles,
      get metadata() {
        return metadata();
      },
      transaction: async (work) =>
        typeof work === 'function'
          ? transactions.run((scope) => work(scope))
          : transactions.begin(),
      inTransaction: () => transactions.isInside,
      get connection() {
        return (connection ??= createKnex(knexDependencies));
      },
    },
  };
  return { data, reads };
}

/** The context for writes of rows, without versions. */
function contextOf(
  context: WriteContext,
  models: Pick<WriteContext, 'registry' | 'layout'>,
): WriteContext {
  return {
    ...context,
    ...models,
    get defaultLocale() {
      return context.defaultLocale;
    },
  };
}
