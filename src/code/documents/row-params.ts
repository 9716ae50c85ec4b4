// Converts parameters of the document service to those of row queries, at all levels: `filters` to `where`, `fields` to
// `select`, `sort` to `orderBy`, `start` to `offset`.
import { validationError } from '../../base/errors.ts';
import { MAX_SORT_STEPS } from '../../base/limits.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Model } from '../../schema/types.ts';
import { modelsOf } from '../database/selection.ts';
import { isNil, isPlainObject, isRecord } from '../packages/strapi-utils/values.ts';
import type { Params } from '../strapi/code-values.ts';
import { checkRange, NOT_POPULATE } from './document-params.ts';

/** Converts parameters for the rows of a model. @throws PaginationError */
export function toRowParams(registry: Registry, model: Model, params: Params): Params {
  return new Converter(registry, toStatus(params['status'])).level(model, params);
}

/** Converts the options of a populated attribute. @throws PaginationError */
export function toLoadParams(
  registry: Registry,
  attribute: { readonly model: Model; readonly name: string },
  params: Params,
): Params {
  const converted = new Converter(registry, null).populate(attribute.model, {
    [attribute.name]: params,
  });
  const options = isRecord(converted) ? converted[attribute.name] : {};
  return isRecord(options) ? options : {};
}

const noFragments = ({ uid }: Model, name: string): string =>
  `Using fragments is not permitted to populate "${name}" in "${uid}"`;

type Status = 'draft' | 'published';

/** Any other value means published rows, as in Strapi. */
function toStatus(status: unknown): Status | null {
  if (isNil(status)) return null;
  return status === 'draft' ? 'draft' : 'published';
}

class Converter {
  readonly #registry: Registry;
  /** Null for rows of any status. */
  readonly #status: Status | null;

  constructor(registry: Registry, status: Status | null) {
    this.#registry = registry;
    this.#status = status;
  }

  level(model: Model, params: Params): Params {
    const { filters, fields, sort, start, limit, page, pageSize, populate, _q, count, on } = params;
    checkRange({ page, pageSize, start, limit });
    const where = this.#where(model, filters);
    const select = namesOf(model, fields);
    const query: Params = {};
    if (!isNil(_q)) query['_q'] = _q;
    if (!isNil(where)) query['where'] = where;
    if (select) query['select'] = select;
    if (!isNil(sort)) query['orderBy'] = toOrderBy(sort);
    if (!isNil(start)) query['offset'] = start;
    if (!isNil(limit)) query['limit'] = limit;
    if (!isNil(page)) query['page'] = page;
    if (!isNil(pageSize)) query['pageSize'] = pageSize;
    if (!isNil(populate)) query['populate'] = this.populate(model, populate);
    if (!isNil(count)) query['count'] = count === true || count === 'true';
    if (isRecord(on)) query['on'] = this.#variants(on);
    return query;
  }

  populate(model: Model, populate: unknown): unknown {
    if (populate === '*') return this.#all(model);
    if (typeof populate === 'string' || Array.isArray(populate)) return textsOf(populate);
    if (!isPlainObject(populate)) throw validationError(NOT_POPULATE);
    return Object.fromEntries(
      Object.entries(populate).flatMap(([name, options]) => {
        const attribute = model.attributes.get(name);
        if (!attribute || attribute.kind === 'scalar') return [];
        if (!isPlainObject(options)) {
          if (!['string', 'boolean'].includes(typeof options)) {
            throw validationError("Invalid nested populate. Expected '*' or an object");
          }
          return options === false || options === 'false' ? [] : [[name, this.#whole(model, name)]];
        }
        const [target, ...others] = modelsOf(this.#registry, attribute);
        if (target && others.length === 0) {
          if (!isNil(options['on'])) throw validationError(noFragments(model, name));
          return [[name, this.level(target, options)]];
        }
        return [[name, isRecord(options['on']) ? { on: this.#variants(options['on']) } : options]];
      }),
    );
  }

  #all(model: Model): unknown {
    if (this.#status === null) return true;
    const links = [...model.attributes.values()].filter(({ kind }) => kind !== 'scalar');
    return Object.fromEntries(links.map(({ name }) => [name, this.#whole(model, name)]));
  }

  /** An attribute without options. */
  #whole(model: Model, name: string): unknown {
    const attribute = model.attributes.get(name);
    const [target, ...others] = attribute ? modelsOf(this.#registry, attribute) : [];
    return target && others.length === 0 ? this.level(target, {}) : true;
  }

  #variants(on: Readonly<Record<string, unknown>>): Params {
    return Object.fromEntries(
      Object.entries(on).flatMap(([uid, options]) => {
        if (!this.#registry.has(uid)) return [];
        const model = this.#registry.model(uid);
        return [[uid, this.level(model, isRecord(options) ? options : {})]];
      }),
    );
  }

  /** @throws ValidationError */
  #where(model: Model, filters: unknown): unknown {
    if (!isNil(filters) && typeof filters !== 'object') {
      throw validationError('The filters parameter must be an object or an array');
    }
    if (this.#status === null || model.modelType === 'component' || !model.draftAndPublish) {
      return filters;
    }
    const ofStatus = { publishedAt: { $null: this.#status === 'draft' } };
    return isNil(filters) ? ofStatus : { $and: [filters, ofStatus] };
  }
}

/** Rows have their ids, whatever else is selected. */
function namesOf({ modelType }: Model, fields: unknown): readonly string[] | null {
  if (isNil(fields)) return null;
  if (typeof fields !== 'string' && !Array.isArray(fields)) {
    throw validationError('Invalid fields parameter. Expected a string or an array of strings');
  }
  const names = textsOf(fields);
  if (names.includes('*')) return null;
  const ids = modelType === 'contentType' ? ['id', 'documentId'] : ['id'];
  return [...new Set([...ids, ...names])];
}

/** Splits text at commas. */
function textsOf(value: unknown): readonly string[] {
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  const names = texts.flatMap((text) => text.split(',').map((name) => name.trim()));
  return names.filter((name) => name !== '');
}

/** Converts `a.b:desc` to nested objects; objects are kept. */
function toOrderBy(sort: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(sort) ? sort : [sort];
  return items.flatMap((item): readonly unknown[] => {
    if (typeof item !== 'string') return [item];
    return textsOf(item).map((term) => {
      const [path = '', order = 'asc'] = term.split(':').map((part) => part.trim());
      // A path that is too long remains so, but is not nested deeper than the stack.
      const names = path.split('.', MAX_SORT_STEPS + 2);
      return names.reduceRight<unknown>((inside, name) => ({ [name]: inside }), order);
    });
  });
}
