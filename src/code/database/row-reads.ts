// Reads of rows as they are, of any status and locale: the query engine over models without versions.
import { fullAccess } from '../../query/access.ts';
import type { QueryObject } from '../../query/params.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { Row } from '../strapi/strapi.ts';
import { PreparedReads } from './prepared-reads.ts';

/** Reads rows of all models, components included. */
export class RowReads {
  readonly #models: Registry;
  readonly #reader: Reader;
  readonly #prepared: PreparedReads;
  readonly #database: InteractiveDatabase;

  /** @param models `rowModels` @param reader A reader of these */
  constructor(models: Registry, reader: Reader, database: InteractiveDatabase) {
    this.#models = models;
    this.#reader = reader;
    // Without versions no locale is the default one.
    this.#prepared = new PreparedReads(reader, { code: '' });
    this.#database = database;
  }

  /** The row of an id; null if it is not there. @throws ValidationError */
  async one(uid: string, id: number, query: QueryObject = {}): Promise<Row | null> {
    const prepared = this.#prepare(uid, query, 'row');
    const steps = this.#reader.textResponse(prepared, 'plain').matching(id);
    const text = await this.#database.read(steps);
    return text === null ? null : (JSON.parse(text) as Row);
  }

  /** The rows that a query asks for. @throws ValidationError */
  async list(uid: string, query: QueryObject): Promise<Row[]> {
    const prepared = this.#prepare(uid, query, 'list');
    const { entries } = await this.#reader.execute(prepared, 'plain');
    return entries.map((text) => JSON.parse(text) as Row);
  }

  /** How many rows match. @throws ValidationError */
  async count(uid: string, query: QueryObject): Promise<number> {
    const pagination = { start: '0', limit: '1', withCount: 'true' };
    const prepared = this.#prepare(uid, { ...query, fields: ['id'], pagination }, 'page');
    const { total } = await this.#reader.execute(prepared, 'plain');
    return total ?? 0;
  }

  #prepare(uid: string, query: QueryObject, kind: 'row' | 'list' | 'page'): PreparedRead {
    return this.#prepared.prepare({
      type: asType(this.#models, uid),
      one: kind === 'row' ? { by: 'row' } : null,
      paging: kind === 'row' ? 'none' : kind === 'list' ? 'root' : 'nested',
      query,
      access: fullAccess,
    });
  }
}

/** A model as the root of a read: rows of components are read like those of any type. */
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
