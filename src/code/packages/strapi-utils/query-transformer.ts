// `queryParams.createTransformer`: converts parameters of requests to those of `strapi.db.query`.
import { numberOf, stringOf } from '../../../base/json.ts';
import { MAX_SORT_STEPS } from '../../../base/limits.ts';
import { PaginationError, ValidationError } from './errors.ts';
import type { Model } from './model.ts';
import { hasSort } from './traverse/query-sort.ts';
import { isNil, isPlainObject, isStringList, ownValue } from './values.ts';

type Fields = Record<string, unknown>;

export interface QueryTransformer {
  /** @param uid Of a content-type or component @throws ValidationError */
  transformQueryParams(uid: string, params: Fields): Fields;
}

/** @param getModel Returns a content-type or component */
export function createTransformer({
  getModel,
}: {
  readonly getModel: (uid: string) => Model | undefined;
}): QueryTransformer {
  const transform = (uid: string, params: Fields): Fields => {
    const { _q, sort, filters, fields, populate, page, pageSize, start, limit, status, ...rest } =
      params;
    const model = getModel(uid);
    const conditions = [filters, versionOf(status, model)].filter((each) => !isNil(each));
    if ((!isNil(page) || !isNil(pageSize)) && (!isNil(start) || !isNil(limit))) {
      throw new PaginationError(
        'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
      );
    }
    return Object.assign(
      { ...rest },
      isNil(_q) ? {} : { _q },
      hasSort(sort) ? { orderBy: orderOf(sort) } : {},
      conditions.length === 0
        ? {}
        : { where: conditions.length === 1 ? conditions[0] : { $and: conditions } },
      isNil(fields) || fields === '*' ? {} : { select: selectOf(fields, model) },
      isNil(populate) ? {} : { populate: populateOf(populate, model, transform) },
      isNil(page) ? {} : { page: integer('page', page, 1) },
      isNil(pageSize) ? {} : { pageSize: integer('pageSize', pageSize, 1) },
      isNil(start) ? {} : { offset: integer('start', start, 0) },
      isNil(limit) || numberOf(limit) === -1 ? {} : { limit: integer('limit', limit, 0) },
    );
  };
  return { transformQueryParams: transform };
}

function versionOf(status: unknown, model: Model | undefined): Fields | undefined {
  if (isNil(status)) return undefined;
  if (status !== 'draft' && status !== 'published') {
    throw new ValidationError(
      'convertStatusParams: the status must be one of: draft, published, received: ' +
        JSON.stringify(status),
    );
  }
  const { draftAndPublish } = (model?.options ?? {}) as Fields;
  if (draftAndPublish !== true) return undefined;
  return { publishedAt: status === 'draft' ? { $null: true } : { $notNull: true } };
}

function orderOf(sort: unknown): unknown {
  if (typeof sort === 'string') {
    return sort
      .split(',')
      .map((term) => term.trim())
      .filter((term) => term !== '')
      .map(termOf);
  }
  if (Array.isArray(sort)) return sort.flatMap(orderOf);
  if (!isPlainObject(sort)) {
    throw new ValidationError(
      'Invalid sort parameter. Expected a string, an array of strings, a sort object or an array of sort objects',
    );
  }
  return Object.fromEntries(
    Object.entries(sort).map(([name, order]) => [
      name,
      isPlainObject(order) ? orderOf(order) : validOrder(stringOf(order)),
    ]),
  );
}

function termOf(term: string): unknown {
  const [path = '', order = 'asc'] = term.split(':').map((part) => part.trim());
  // A path that is too long remains so, but is not nested deeper than the stack.
  const names = path.split('.', MAX_SORT_STEPS + 2).toReversed();
  return names.reduce<unknown>((inner, name) => ({ [name]: inner }), validOrder(order));
}

function validOrder(order: string): string {
  if (['asc', 'desc'].includes(order.toLowerCase())) return order;
  throw new ValidationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
}

function selectOf(fields: unknown, model: Model | undefined): readonly string[] {
  const list = typeof fields === 'string' ? [fields] : fields;
  if (!isStringList(list)) {
    throw new ValidationError('Invalid fields parameter. Expected a string or an array of strings');
  }
  const names = list.flatMap((each) => each.split(',')).map((name) => name.trim());
  const isType = model?.modelType === 'contentType';
  return [...new Set(['id', ...(isType ? ['documentId'] : []), ...names])];
}

type Transform = QueryTransformer['transformQueryParams'];

function populateOf(populate: unknown, model: Model | undefined, transform: Transform): unknown {
  if (populate === '*') return true;
  const paths = typeof populate === 'string' ? [populate] : populate;
  if (isStringList(paths)) {
    return paths.flatMap((path) => path.split(',')).map((path) => path.trim());
  }
  if (!isPlainObject(populate)) {
    throw new ValidationError(
      'Invalid populate parameter. Expected a string, an array of strings, a populate object',
    );
  }
  const entries = Object.entries(populate).filter(
    ([, value]) => value !== false && value !== 'false',
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, nestedOf(value, targetOf(model, name), transform)]),
  );
}

function nestedOf(value: unknown, target: string, transform: Transform): unknown {
  if (value === true || value === 'true' || value === '*') return true;
  if (!isPlainObject(value)) {
    throw new ValidationError("Invalid nested populate. Expected '*' or an object");
  }
  const { on, count, ...params } = value;
  if (!isPlainObject(on))
    return { ...transform(target, params), ...(count === true ? { count } : {}) };
  const kinds = Object.entries(on).map(([uid, each]) => [uid, nestedOf(each, uid, transform)]);
  return { on: Object.fromEntries(kinds) as Fields };
}

function targetOf(model: Model | undefined, name: string): string {
  const attribute = ownValue(model?.attributes, name) as Fields | undefined;
  if (attribute?.['type'] === 'media') return 'plugin::upload.file';
  return String(attribute?.['target'] ?? attribute?.['component'] ?? '');
}

function integer(name: string, value: unknown, least: number): number {
  const number = numberOf(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  const expected = least === 0 ? 'an integer >= 0' : 'an integer > 0';
  throw new PaginationError(
    `Invalid '${name}' parameter. Expected ${expected}, received: ${stringOf(value)}`,
  );
}
