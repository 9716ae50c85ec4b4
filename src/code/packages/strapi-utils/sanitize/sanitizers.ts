// Sanitizers of entries and query parameters for all callers: they remove private attributes, passwords and unknown names.
import { ID_FIELDS, isScalarAttribute } from '../content-types.ts';
import { curry, type Curried } from '../curry.ts';
import { isOperator } from '../operators.ts';
import { walkEntity } from '../traverse/entity.ts';
import { walkFields } from '../traverse/query-fields.ts';
import { walkFilters } from '../traverse/query-filters.ts';
import { walkPopulate } from '../traverse/query-populate.ts';
import { walkSort } from '../traverse/query-sort.ts';
import { runWalk, type Visitor, type Walk, type WalkOptions } from '../traverse/walk.ts';
import { isEmpty, isNil, isPlainObject } from '../values.ts';
import {
  expandWildcardPopulate,
  removeDynamicZones,
  removeMorphToRelations,
  removePassword,
  removePrivate,
} from './visitors.ts';

type WalkOver = (visitor: Visitor, options: WalkOptions, value: unknown) => Walk;

/** Removes passwords. */
export const sanitizePasswords: (context: WalkOptions) => (entity: unknown) => Promise<unknown> =
  (context) => (entity) =>
    runWalk(walkEntity(removePassword, assertSchema(context), entity));

/** Removes passwords and private attributes. */
export const defaultSanitizeOutput = (context: WalkOptions, entity: unknown): Promise<unknown> =>
  runWalk(walkEntity(removeHidden, assertSchema(context), entity));

/** Visitor of `defaultSanitizeOutput`. */
export const removeHidden: Visitor = (options, tools) => {
  removePassword(options, tools);
  removePrivate(options, tools);
};

export const defaultSanitizeFilters: Curried = sanitizer(sanitizedFilters);
export const defaultSanitizeSort: Curried = sanitizer(sanitizedSort);
export const defaultSanitizeFields: Curried = sanitizer(sanitizedFields);
export const defaultSanitizePopulate: Curried = sanitizer(sanitizedPopulate);

function sanitizer(walk: (options: WalkOptions, value: unknown) => Walk): Curried {
  return curry(2, (context, value) => runWalk(walk(assertSchema(context as WalkOptions), value)));
}

function assertSchema(context: WalkOptions): WalkOptions {
  if (!context.schema) throw new Error('Missing schema: nothing can be sanitized without one');
  return context;
}

const hidden = [removeDynamicZones, removeMorphToRelations, removePassword, removePrivate];

export function sanitizedFilters(options: WalkOptions, filters: unknown): Walk {
  return walkEach(walkFilters, [unknownFilter, ...hidden, emptyFilter], {
    options,
    value: filters,
  });
}

export function sanitizedSort(options: WalkOptions, sort: unknown): Walk {
  return walkEach(walkSort, [unknownSort, ...hidden, emptySort], { options, value: sort });
}

export function* sanitizedFields(options: WalkOptions, fields: unknown): Walk {
  const left = yield* walkEach(walkFields, [notScalar, removePrivate, removePassword], {
    options,
    value: fields,
  });
  return Array.isArray(left) ? left.filter((name) => !isNil(name)) : left;
}

export function sanitizedPopulate(options: WalkOptions, populate: unknown): Walk {
  return walkEach(walkPopulate, [expandWildcardPopulate, nestedQuery, removePrivate], {
    options,
    value: populate,
  });
}

interface Walked {
  readonly options: WalkOptions;
  readonly value: unknown;
}

/** Runs several passes, each over the result of the previous one. */
function* walkEach(walk: WalkOver, visitors: readonly Visitor[], { options, value }: Walked): Walk {
  let left = value;
  for (const visitor of visitors) left = yield* walk(visitor, options, left);
  return left;
}

const unknownFilter: Visitor = ({ key, attribute }, { remove }) => {
  if (!attribute && !ID_FIELDS.includes(key) && !isOperator(key)) remove(key);
};

/** Dates and similar objects have no keys, but are not empty. */
const emptyFilter: Visitor = ({ key, value }, { remove }) => {
  if ((isPlainObject(value) || Array.isArray(value)) && isEmpty(value)) remove(key);
};

const unknownSort: Visitor = ({ key, attribute }, { remove }) => {
  if (!attribute && !ID_FIELDS.includes(key)) remove(key);
};

const emptySort: Visitor = ({ key, attribute, value }, { remove }) => {
  if (!ID_FIELDS.includes(key) && !isScalarAttribute(attribute) && isEmpty(value)) remove(key);
};

const notScalar: Visitor = ({ key, attribute }, { remove }) => {
  if (!ID_FIELDS.includes(key) && !isScalarAttribute(attribute)) remove(key);
};

/** Sanitizers of the options of a populated attribute. */
const NESTED: ReadonlyMap<string, (options: WalkOptions, value: unknown) => Walk> = new Map([
  ['sort', sanitizedSort],
  ['filters', sanitizedFilters],
  ['fields', sanitizedFields],
]);

/** Sanitizes the options of a populated attribute. */
const nestedQuery: Visitor = ({ key, value, attribute, ...options }, { set }) => {
  if (attribute) return undefined;
  const walk = NESTED.get(key);
  return walk && runWalk(walk(inside(options), value)).then((left) => set(key, left));
};

/** The parameters of a relation are sanitized separately, with their own root. */
export function inside({ schema, getModel }: WalkOptions): WalkOptions {
  return { schema, getModel };
}
