// The parameters of a row query that correspond to the response to a write: `select` and `populate`.
import type {
  Populate,
  PopulateOption,
  PopulateValue,
  ReadParams,
  SortTerm,
} from '../../query/params.ts';
import type { Deferred } from '../../query/deferred.ts';
import { filterValue } from '../../query/plan/filter-tree.ts';
import type { Fields } from '../strapi/code-values.ts';

/** Returns new objects, which a hook may change. */
export function responseParams({
  fields,
  populate,
}: Pick<ReadParams, 'fields' | 'populate'>): Fields {
  const [select, populated] = [toSelect(fields), toPopulate(populate)];
  return {
    ...(select === undefined ? {} : { select }),
    ...(populated === undefined ? {} : { populate: populated }),
  };
}

function toSelect(fields: ReadParams['fields']): readonly string[] | undefined {
  if (fields === 'all' || fields.includes('*')) return undefined;
  return [...new Set(['id', 'documentId', ...fields])];
}

/** As in Strapi: true for all, and the forms of a list and of an object. */
function toPopulate(populate: Populate): unknown {
  switch (populate.form) {
    case 'none':
      return undefined;
    case 'all':
      return true;
    case 'paths':
      return populate.paths.map((path) => path.join('.'));
    case 'object': {
      const entries = populate.entries.map(({ name, value }) => [name, toValue(value)]);
      return Object.fromEntries(entries);
    }
  }
}

function toValue(value: PopulateValue): unknown {
  switch (value.form) {
    case 'flag':
      return value.flag;
    case 'options':
      return Object.assign({}, ...value.options.list.map(toOption)) as Fields;
    default:
      return true;
  }
}

function toOption(option: PopulateOption): Fields {
  switch (option.option) {
    case 'filters':
      return option.filters ? { where: filterValue(option.filters) } : {};
    case 'sort':
      return { orderBy: option.sort.map(toOrder) };
    case 'fields': {
      const names = valueOf(option.fields);
      return { select: names && toSelect(names) };
    }
    case 'populate': {
      const inside = valueOf(option.populate);
      return { populate: inside && toPopulate(inside) };
    }
    case 'count':
      return { count: option.flag };
    case 'on':
      if (option.on.form !== 'kinds') return {};
      return {
        on: Object.fromEntries(option.on.kinds.map(({ name, value }) => [name, toValue(value)])),
      };
    case 'unknown':
      return {};
  }
}

/** Undefined for an error: the write is rejected before hooks run. */
function valueOf<T>(parsed: Deferred<T>): T | undefined {
  return 'value' in parsed ? parsed.value : undefined;
}

function toOrder({ path, direction }: SortTerm): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), direction ?? 'asc');
}
