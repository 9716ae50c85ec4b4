// Reads rows of any status and locale, with models that have no versions.
import { fullAccess } from '../../query/access.ts';
import type { QueryObject } from '../../query/params.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { Row } from '../strapi/code-values.ts';
import { asQueryError } from './code-error.ts';
import { PreparedReads } from './prepared-reads.ts';

/** Reads rows of all models, including components. */
export class RowReads {
  readonly #models: Registry;
  readonly #reader: Reader;
  readonly #prepared: PreparedReads;
  readonly #database: InteractiveDatabase;

  /** @param models `rowModels` @param reader A reader of these models */
  constructor(models: Registry, reader: Reader, database: InteractiveDatabase) {
    this.#models = models;
    this.#reader = reader;
    // Without versions, no default locale applies.
    this.#prepared = new PreparedReads(reader, { code: '' });
    this.#database = database;
  }

  /** The row with an id; null if it does not exist. @throws ValidationError */
  async one(uid: string, id: number, query: QueryObject = {}): Promise<Row | null> {
    const prepared = this.#prepare(uid, query, 'row');
    this.#reader.assertFastResponse(prepared);
    const steps = this.#reader.objectResponse(prepared, 'plain').matching(id);
    return (await this.#database.read(steps)) as Row | null;
  }

  /** The rows that match a query. @throws ValidationError */
  async list(uid: string, query: QueryObject): Promise<Row[]> {
    const prepared = this.#prepare(uid, query, 'list');
    const { entries } = await this.#reader.objects(prepared, { format: 'plain' });
    return entries as Row[];
  }

  /** The number of matching rows. @throws ValidationError */
  async count(uid: string, query: QueryObject): Promise<number> {
    const pagination = { start: '0', limit: '1', withCount: 'true' };
    const prepared = this.#prepare(uid, { ...query, fields: ['id'], pagination }, 'page');
    const { total } = await this.#reader.execute(prepared, 'v5');
    return total ?? 0;
  }

  #prepare(uid: string, query: QueryObject, kind: 'row' | 'list' | 'page'): PreparedRead {
    try {
      return this.#prepared.prepare({
        type: asType(this.#models, uid),
        one: kind === 'row' ? { by: 'row' } : null,
        paging: kind === 'row' ? 'none' : kind === 'list' ? 'root' : 'nested',
        query,
        access: fullAccess,
      });
    } catch (error) {
      throw asQueryError(error, uid);
    }
  }
}

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
