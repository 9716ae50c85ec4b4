// Traverses a sort: names, dotted paths, and lists and objects of them.
import { curry, type Curried } from '../curry.ts';
import { isEmpty, isNil, isObject, isPlainObject } from '../values.ts';
import {
  keyWalk,
  optionsInside,
  runWalk,
  targetOf,
  type Visitor,
  type VisitorOptions,
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

const walkKeys = keyWalk(walkValue);

function walkValue(visitor: Visitor, here: VisitorOptions, value: unknown): Walk | null {
  const model = targetOf(here.attribute, here.getModel);
  return model ? walkSort(visitor, optionsInside(here, model), value) : null;
}

/** Returns true for a sort with at least one attribute. */
export function hasSort(sort: unknown): boolean {
  if (typeof sort === 'string') return sort.split(',').some(namesAttribute);
  if (Array.isArray(sort)) return sort.some((item) => !Array.isArray(item) && hasSort(item));
  if (!isPlainObject(sort)) return false;
  return Object.values(sort).some((order) =>
    typeof order === 'string' ? order !== '' : isPlainObject(order) && hasSort(order),
  );
}

function namesAttribute(term: string): boolean {
  return (term.split(':')[0] ?? '').trim() !== '';
}
