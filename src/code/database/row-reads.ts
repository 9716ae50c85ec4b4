// Reads rows of any status and locale, with models that have no versions. Caches plans, because code repeats queries.
import { LruMap } from '../../base/lru-map.ts';
import { fullAccess } from '../../query/access.ts';
import { paramsKey, readParams, type Populate, type ReadParams } from '../../query/params.ts';
import { planBytes, type PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { RowKey } from '../../query/planner.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Params, Row } from '../strapi/code-values.ts';
import { asQueryError } from './code-error.ts';
import type { StoredModels } from './column-names.ts';
import { toCountParams, toRowQuery } from './query-params.ts';
import { selected, type Selection } from './selection.ts';

export interface RowReadDependencies {
  /** `rowModels`, and their storage. */
  readonly models: StoredModels;
  /** A reader of these models. */
  readonly reader: Reader;
  readonly database: InteractiveDatabase;
}

/** A planned query, and the columns that a list returns. */
interface PlannedQuery {
  readonly read: PreparedRead;
  /** Null for all. */
  readonly selection: Selection | null;
}

/** Longer queries are not cached; in characters. */
const MAX_CACHED_LENGTH = 4000;

/** Reads rows of all models, including components. */
export class RowReads {
  readonly #dependencies: RowReadDependencies;
  readonly #plans = new LruMap<string, PlannedQuery>('code_plans', ({ read }) => planBytes(read));

  constructor(dependencies: RowReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** The row with an id; null if it does not exist. @param populate Default: nothing @throws ValidationError */
  async one(uid: string, id: number, populate: Populate = NOTHING): Promise<Row | null> {
    const { reader, database } = this.#dependencies;
    const { read } = this.#cached(paramsKey(['one', uid, populate]), () => ({
      read: this.#prepare(uid, readParams({ populate }), ROW),
      selection: null,
    }));
    reader.assertFastResponse(read);
    return (await database.read(reader.objectResponse(read, 'plain').matching(id))) as Row | null;
  }

  /** The rows that match a query. @throws ValidationError */
  async list(uid: string, params: Params): Promise<Row[]> {
    const { read, selection } = this.#list(uid, params);
    const { entries } = await this.#dependencies.reader.objects(read, { format: 'plain' });
    return selection ? selected(entries as Row[], selection) : (entries as Row[]);
  }

  /** The ids of the rows that match a query, as part of a write. @throws ValidationError */
  ids(uid: string, params: Params): ReadSteps<readonly number[]> {
    const { read } = this.#list(uid, { ...params, select: ['id'] });
    const steps = this.#dependencies.reader.objectSteps(read);
    return (function* () {
      const { entries } = yield* steps;
      return entries.map(({ id }) => Number(id));
    })();
  }

  /** The number of matching rows. @throws ValidationError */
  async count(uid: string, params: Params): Promise<number> {
    const { models, reader } = this.#dependencies;
    const { where = null, filters = null, _q = null } = params;
    const key = paramsKey(['count', uid, where, filters, _q]);
    const { read } = this.#cached(key, () => ({
      read: this.#prepare(uid, toCountParams(models, uid, params), null),
      selection: null,
    }));
    const { total } = await reader.execute(read, 'v5');
    return total ?? 0;
  }

  #list(uid: string, params: Params): PlannedQuery {
    const { where = null, filters = null, _q = null, select = null, ...rest } = params;
    const { orderBy = null, populate = null, limit = null, offset = null } = rest;
    const key = paramsKey([
      'list',
      uid,
      where,
      filters,
      _q,
      select,
      orderBy,
      populate,
      limit,
      offset,
    ]);
    return this.#cached(key, () => {
      const query = toRowQuery(this.#dependencies.models, uid, params);
      return { read: this.#prepare(uid, query.params, null), selection: query.selection };
    });
  }

  #cached(key: string | null, plan: () => PlannedQuery): PlannedQuery {
    if (key === null || key.length > MAX_CACHED_LENGTH) return plan();
    return this.#plans.get(key) ?? this.#plans.set(key, plan());
  }

  #prepare(uid: string, params: ReadParams, one: RowKey | null): PreparedRead {
    const { models, reader } = this.#dependencies;
    try {
      const type = asType(models.registry, uid);
      return reader.prepare({ type, one, params, access: fullAccess });
    } catch (error) {
      throw asQueryError(error, uid);
    }
  }
}

const NOTHING: Populate = { form: 'none' };
const ROW: RowKey = { by: 'row' };

/** Makes a model the root of a read: rows of components are read like those of content-types. */
function asType(models: Registry, uid: string): ContentType {
  const model = models.model(uid);
  if (model.modelType === 'contentType') return model;
  return {
    ...model,
    modelType: 'contentType',
    kind: 'collectionType',
    pluralName: model.singularName,
    displayName: model.singularName,
    draftAndPublish: false,
    localized: false,
    origin: 'plugin',
  };
}
