// Traverses a sort: names, dotted paths, and lists and objects of them.
import { curry, type Curried } from '../curry.ts';
import { attributeOf, FILE_MODEL } from '../model.ts';
import { hasSort } from '../sort-query.ts';
import { isEmpty, isNil, isObject, setOwnValue } from '../values.ts';
import {
  below,
  ROOT,
  runWalk,
  targetOf,
  visit,
  type Visitor,
  type Walk,
  type WalkOptions,
} from './walk.ts';

/** `traverseQuerySort(visitor, { schema, getModel }, sort)` returns a changed sort. */
export const traverseQuerySort: Curried = curry(3, (visitor, options, sort) =>
  runWalk(walkSort(visitor as Visitor, options as WalkOptions, sort)),
);

/** Traverses a copy of a sort. Terms that visitors empty are removed. */
export function* walkSort(visitor: Visitor, options: WalkOptions, sort: unknown): Walk {
  if (Array.isArray(sort)) {
    return hasSort(sort) ? yield* walkAll(visitor, options, sort) : sort;
  }
  if (typeof sort === 'string') {
    if (!sort.includes(',')) return yield* walkTerm(visitor, options, sort.trim());
    const terms = sort.split(',').map((term) => term.trim());
    const left = (yield* walkAll(visitor, options, terms)) as readonly unknown[];
    return left.join(',');
  }
  return isObject(sort) ? yield* walkKeys(visitor, options, sort) : sort;
}

function* walkAll(visitor: Visitor, options: WalkOptions, sorts: readonly unknown[]): Walk {
  const left: unknown[] = [];
  for (const sort of sorts) left.push(yield* walkSort(visitor, options, sort));
  return left.filter((sort) => !isEmpty(sort));
}

/** A term is a key with a value: the part after the key. */
function* walkTerm(visitor: Visitor, options: WalkOptions, term: string): Walk {
  const [key = '', ...others] = term.split(/[.:]/);
  if (key === '') return term;
  const rest = others.length === 0 ? undefined : recomposed(others);
  const left = (yield* walkKeys(visitor, options, { [key]: rest })) as Record<string, unknown>;
  if (!Object.hasOwn(left, key)) return undefined;
  const value = left[key];
  if (value === rest) return term;
  return isNil(value) ? key : `${key}.${String(value)}`;
}

/** A colon precedes the order, a dot everything else. */
function recomposed(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    if (part === '' || text === '') return text + part;
    return /^(?:asc|desc)$/i.test(part) ? `${text}:${part}` : `${text}.${part}`;
  }, '');
}

function* walkKeys(visitor: Visitor, options: WalkOptions, sort: Record<string, unknown>): Walk {
  const { schema, getModel, path = ROOT, parent } = options;
  const data = { ...sort };
  const tools = {
    remove(key: string) {
      delete data[key];
    },
    set(key: string, value: unknown) {
      setOwnValue(data, key, value);
    },
  };
  for (const key of Object.keys(data)) {
    const attribute = attributeOf(schema, key);
    const at = below(path, key, attribute);
    const here = { key, value: data[key], attribute, schema, path: at, data, getModel, parent };
    yield* visit(visitor, here, tools);
    if (!Object.hasOwn(data, key)) continue;
    const model = targetOf(attribute, getModel, FILE_MODEL);
    if (!model) continue;
    const from = { key, path: at, schema, attribute };
    data[key] = yield* walkSort(
      visitor,
      { schema: model, path: at, getModel, parent: from },
      data[key],
    );
  }
  return data;
}
