// `strapi.db.query(uid)`: rows of one model, with lifecycle hooks.
import { numberOf } from '../../base/json.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { sendAhead } from '../../storage/send-ahead.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { Fields, Params, Row } from '../strapi/code-values.ts';
import type { LifecycleAction, LifecycleCall, Lifecycles } from '../lifecycles/lifecycles.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import type { RowReads } from './row-reads.ts';
import {
  attachLinked,
  columnValues,
  deleteLinked,
  insertRow,
  insertRows,
  removeRows,
  updateLinked,
  updateRow,
  updateRows,
  type NamedRows,
} from './row-writes.ts';

export interface RowQueryDependencies {
  /** The model without versions, its storage, and the statements for its rows. */
  readonly context: WriteContext;
  readonly rows: RowReads;
  readonly database: InteractiveDatabase;
  readonly lifecycles: Lifecycles;
}

const PAGE_SIZE = 10;

/** Queries rows of one model. */
export class RowQuery implements CodeQuery {
  readonly #dependencies: RowQueryDependencies;
  readonly #uid: string;

  /** @throws Error if there is no such model */
  constructor(dependencies: RowQueryDependencies, uid: string) {
    if (!dependencies.context.registry.has(uid)) throw new Error(`Model ${uid} not found`);
    this.#dependencies = dependencies;
    this.#uid = uid;
  }

  async findOne(params: Params = {}): Promise<Row | null> {
    const call = this.#call('FindOne', params);
    return this.#around(call, () => this.#first(call.params));
  }

  async findMany(params: Params = {}): Promise<Row[]> {
    const call = this.#call('FindMany', params);
    return this.#around(call, () => this.#list(call.params));
  }

  async findWithCount(params: Params = {}): Promise<[Row[], number]> {
    return [await this.findMany(params), await this.count(params)];
  }

  async findPage({ page, pageSize, ...params }: Params = {}): Promise<{
    results: Row[];
    pagination: Fields;
  }> {
    const { start, limit, ...pages } = pagesOf({ page, pageSize });
    const [results, total] = await this.findWithCount({ ...params, limit, offset: start });
    return { results, pagination: { ...pages, ...totalOf(total, pages.pageSize) } };
  }

  async count(params: Params = {}): Promise<number> {
    const call = this.#call('Count', params);
    return this.#around(call, async () => {
      return this.#dependencies.rows.count(this.#uid, call.params);
    });
  }

  async create(params: Params = {}): Promise<Row> {
    const data = dataOf(params, 'Create expects a data object');
    const now = new Date();
    this.#stamp(data, { createdAt: now, updatedAt: now });
    const call = this.#call('Create', params);
    return this.#around(call, async () => {
      const id = await this.#write(
        insertRow(this.#dependencies.context, this.#uid, dataOf(call.params)),
      );
      return this.#written(id, call.params);
    });
  }

  async createMany(params: Params = {}): Promise<{ count: number; ids: number[] }> {
    if (!Array.isArray(params['data'])) throw new Error('CreateMany expects data to be an array');
    const now = new Date();
    for (const data of params['data'] as readonly Fields[]) {
      this.#stamp(data, { createdAt: now, updatedAt: now });
    }
    const call = this.#call('CreateMany', params);
    return this.#around(call, async () => {
      const rows = call.params['data'] as readonly Fields[];
      if (rows.length === 0) throw new Error('Nothing to insert');
      const ids = await this.#write(insertRows(this.#dependencies.context, this.#uid, rows));
      return { count: ids.length, ids: [...ids] };
    });
  }

  async update(params: Params): Promise<Row | null> {
    const data = dataOf(params, 'Update requires a data object');
    if (isEmpty(params['where'])) throw new Error('Update requires a where parameter');
    if (this.#hasAttribute('updatedAt')) data['updatedAt'] = new Date();
    const call = this.#call('Update', params);
    await this.#before(call);
    const [id] = await this.#ids({ ...conditionsOf(call.params), limit: 1 });
    if (id === undefined) return null;
    const row = { uid: this.#uid, id };
    await this.#write(updateRow(this.#dependencies.context, row, dataOf(call.params)));
    const result = await this.#written(id, call.params);
    await this.#after(call, result);
    return result;
  }

  async updateMany(params: Params): Promise<{ count: number }> {
    const call = this.#call('UpdateMany', params);
    return this.#around(call, async () => {
      const { context } = this.#dependencies;
      const values = columnValues(context, this.#uid, dataOf(call.params, 'Update requires data'));
      if (values.size === 0) throw new Error('Update requires data');
      return { count: await this.#writeAll(call, (rows) => updateRows(context, rows, values)) };
    });
  }

  async delete(params: Params = {}): Promise<Row | null> {
    if (isEmpty(params['where'])) throw new Error('Delete requires a where parameter');
    const call = this.#call('Delete', params);
    await this.#before(call);
    const { select, ...others } = call.params;
    const names = select === undefined ? {} : { select: ['id', ...[select].flat()] };
    const row = await this.#first({ ...others, ...names });
    if (!row) return null;
    await this.#write(removeRows(this.#dependencies.context, { uid: this.#uid, ids: [row.id] }));
    await this.#after(call, row);
    return row;
  }

  async deleteMany(params: Params = {}): Promise<{ count: number }> {
    const call = this.#call('DeleteMany', params);
    const { context } = this.#dependencies;
    return this.#around(call, async () => {
      return { count: await this.#writeAll(call, (rows) => removeRows(context, rows)) };
    });
  }

  /** @throws Error if the attribute is not a relation, component or media attribute */
  async load(
    row: Fields,
    field: string | readonly string[],
    params: Params = {},
  ): Promise<unknown> {
    const names = Array.isArray(field) ? (field as readonly string[]) : [field as string];
    const loaded = await this.#loadAll(row, names, params);
    return Array.isArray(field) ? loaded : (loaded?.[names[0] ?? ''] ?? null);
  }

  /** @throws Error if the attribute is not a relation, component or media attribute */
  async loadPages(
    row: Fields,
    field: string,
    { page, pageSize, limit: _limit, offset: _offset, ...params }: Params = {},
  ): Promise<{ results: unknown[]; pagination: Fields }> {
    const attribute = this.#dependencies.context.registry.attribute(this.#uid, field);
    if (attribute?.kind !== 'relation' || !attribute.relation.endsWith('ToMany')) {
      throw new Error(`Invalid load. Expected ${field} to be an anyToMany relational attribute`);
    }
    const loaded = await this.#loadAll(row, [field], params);
    const all = [loaded?.[field] ?? []].flat();
    const { start, limit, ...pages } = pagesOf({ page, pageSize });
    const pagination = { ...pages, ...totalOf(all.length, pages.pageSize) };
    return { results: all.slice(start, limit > 0 ? start + limit : undefined), pagination };
  }

  async attachRelations(id: number, data: Fields = {}): Promise<void> {
    await this.#write(attachLinked(this.#dependencies.context, { uid: this.#uid, id }, data));
  }

  async updateRelations(id: number, data: Fields = {}): Promise<void> {
    await this.#write(updateLinked(this.#dependencies.context, { uid: this.#uid, id }, data));
  }

  async deleteRelations(id: number): Promise<void> {
    await this.#write(deleteLinked(this.#dependencies.context, { uid: this.#uid, id }));
  }

  async populate(row: Fields, populate: unknown): Promise<Fields> {
    const found = await this.#first({ where: { id: row['id'] }, select: ['id'], populate });
    return { ...row, ...found };
  }

  /** Related rows by attribute; null if the row does not exist. @throws Error for another attribute */
  async #loadAll(row: Fields, names: readonly string[], params: Params): Promise<Fields | null> {
    for (const name of names) {
      const attribute = this.#dependencies.context.registry.attribute(this.#uid, name);
      if (!attribute || attribute.kind === 'scalar') {
        throw new Error(`Invalid load. Expected ${String(name)} to be a relational attribute`);
      }
    }
    const populate = Object.fromEntries(names.map((name) => [name, params]));
    const found = await this.#first({ where: { id: row['id'] }, select: ['id'], populate });
    return found && Object.fromEntries(names.map((name) => [name, found[name] ?? null]));
  }

  async #first(params: Params): Promise<Row | null> {
    const [row] = await this.#list({ ...params, limit: 1 });
    return row ?? null;
  }

  #list(params: Params): Promise<Row[]> {
    return this.#dependencies.rows.list(this.#uid, params);
  }

  /** Finds rows and writes them in one transaction. @returns their number */
  #writeAll(
    { params }: LifecycleCall,
    write: (rows: NamedRows) => WriteSteps<void>,
  ): Promise<number> {
    const uid = this.#uid;
    const find = this.#dependencies.rows.ids(uid, conditionsOf(params));
    return this.#write(
      (function* () {
        const ids = yield* find;
        yield* write({ uid, ids });
        return ids.length;
      })(),
    );
  }

  async #ids(params: Params): Promise<readonly number[]> {
    const rows = await this.#list({ ...params, select: ['id'] });
    return rows.map(({ id }) => id);
  }

  /** The written row with the requested columns and relations. */
  async #written(id: number, { select, populate }: Params): Promise<Row> {
    const row = await this.#first({ where: { id }, select, populate });
    if (!row) throw new Error(`Row ${id} of ${this.#uid} no longer exists`);
    return row;
  }

  #write<T>(steps: WriteSteps<T>): Promise<T> {
    return this.#dependencies.database.transact(sendAhead(steps));
  }

  /** Sets timestamps that the data does not contain. */
  #stamp(data: Fields, times: Readonly<Record<'createdAt' | 'updatedAt', Date>>): void {
    for (const [name, time] of Object.entries(times)) {
      if (this.#hasAttribute(name)) data[name] ??= time;
    }
  }

  #hasAttribute(name: string): boolean {
    return this.#dependencies.context.registry.attribute(this.#uid, name) !== undefined;
  }

  #call(action: LifecycleAction, params: Params): LifecycleCall {
    return this.#dependencies.lifecycles.call(this.#uid, action, params);
  }

  #around<T>(call: LifecycleCall, run: () => Promise<T>): Promise<T> {
    return this.#dependencies.lifecycles.around(call, run);
  }

  #before(call: LifecycleCall): Promise<void> {
    return this.#dependencies.lifecycles.before(call);
  }

  #after(call: LifecycleCall, result: unknown): Promise<void> {
    return this.#dependencies.lifecycles.after(call, result);
  }
}

interface Pages {
  readonly page: number;
  readonly pageSize: number;
  readonly start: number;
  /** Not positive for all rows. */
  readonly limit: number;
}

/** The page is returned as given, even if there is no such page. */
function pagesOf({ page = 1, pageSize = PAGE_SIZE }: Params): Pages {
  const [current, size] = [numberOf(page ?? 0), numberOf(pageSize ?? 0)];
  const start = Math.max((current - 1) * size, 0) || 0;
  return { page: current, pageSize: size, start, limit: Math.trunc(size) || 0 };
}

function totalOf(total: number, pageSize: number): Fields {
  return { pageCount: Math.ceil(total / pageSize), total };
}

/** The parameters that choose rows; others, such as `limit`, do not apply to writes of several rows. */
function conditionsOf({ where, filters, _q }: Params): Params {
  return { where, filters, _q };
}

/** @throws Error if `data` is missing */
function dataOf({ data }: Params, message: string = 'Data must be an object'): Fields {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Fields;
  throw new Error(message);
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}
