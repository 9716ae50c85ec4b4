// Validators of query parameters: they reject unknown names, and attributes that cannot be filtered, sorted or selected.
import { ID_FIELDS, isScalarAttribute } from '../content-types.ts';
import { curry, type Curried } from '../curry.ts';
import { isOperator } from '../operators.ts';
import { walkFields } from '../traverse/query-fields.ts';
import { walkFilters } from '../traverse/query-filters.ts';
import { walkPopulate } from '../traverse/query-populate.ts';
import { walkSort } from '../traverse/query-sort.ts';
import { runWalk, type Visitor, type Walk, type WalkOptions } from '../traverse/walk.ts';
import { isEmpty } from '../values.ts';
import { checkPopulatePaths, isPathPopulate, populateVisitor } from './populate.ts';
import {
  rejectKey,
  throwDynamicZones,
  throwMorphToRelations,
  throwPassword,
  throwPrivate,
} from './visitors.ts';

export const FILTER_TRAVERSALS: readonly string[] = [
  'nonAttributesOperators',
  'dynamicZones',
  'morphRelations',
  'passwords',
  'private',
];
export const SORT_TRAVERSALS: readonly string[] = [...FILTER_TRAVERSALS, 'nonScalarEmptyKeys'];
export const FIELDS_TRAVERSALS: readonly string[] = [
  'scalarAttributes',
  'privateFields',
  'passwordFields',
];
export const POPULATE_TRAVERSALS: readonly string[] = ['nonAttributesOperators', 'private'];

/** The validations for each parameter. */
export interface PopulateTraversals {
  readonly filters?: readonly string[];
  readonly sort?: readonly string[];
  readonly fields?: readonly string[];
  readonly populate?: readonly string[];
}

export const validateFilters: Curried = curry(3, async (context, filters, names) =>
  checked(walkFilters, checksOf(FILTER_CHECKS, names), { context, value: filters }),
);
export const validateSort: Curried = curry(3, async (context, sort, names) =>
  checked(walkSort, checksOf(SORT_CHECKS, names), { context, value: sort }),
);
export const validateFields: Curried = curry(3, async (context, fields, names) =>
  checked(walkFields, checksOf(FIELD_CHECKS, names), { context, value: fields }),
);
export const validatePopulate: Curried = curry(3, async (context, populate, traversals) =>
  checkPopulate(context as WalkOptions, populate, traversals as PopulateTraversals),
);

export const defaultValidateFilters: Curried = curry(2, (context, filters) =>
  validateFilters(context, filters, FILTER_TRAVERSALS),
);
export const defaultValidateSort: Curried = curry(2, (context, sort) =>
  validateSort(context, sort, SORT_TRAVERSALS),
);
export const defaultValidateFields: Curried = curry(2, (context, fields) =>
  validateFields(context, fields, FIELDS_TRAVERSALS),
);
export const defaultValidatePopulate: Curried = curry(2, (context, populate) =>
  validatePopulate(context, populate, {
    filters: FILTER_TRAVERSALS,
    sort: SORT_TRAVERSALS,
    fields: FIELDS_TRAVERSALS,
    populate: POPULATE_TRAVERSALS,
  }),
);

const unknownFilter: Visitor = (options) => {
  const { key, attribute } = options;
  if (!attribute && !ID_FIELDS.includes(key) && !isOperator(key)) rejectKey(options);
};

/** Types with drafts can be sorted by `status`, which is not an attribute. */
function unknownSort({ schema }: WalkOptions): Visitor {
  const allowedFields = schema?.options?.['draftAndPublish'] ? [...ID_FIELDS, 'status'] : ID_FIELDS;
  return (options) => {
    if (!options.attribute && !allowedFields.includes(options.key)) rejectKey(options);
  };
}

const emptySort: Visitor = (options) => {
  const { key, attribute, value } = options;
  if (!ID_FIELDS.includes(key) && !isScalarAttribute(attribute) && isEmpty(value))
    rejectKey(options);
};

const notScalar: Visitor = (options) => {
  const { key, attribute } = options;
  if (!ID_FIELDS.includes(key) && !isScalarAttribute(attribute)) rejectKey(options);
};

/** Validations by name, in order. */
type Checks = Readonly<Record<string, (options: WalkOptions) => Visitor>>;

const FILTER_CHECKS: Checks = {
  nonAttributesOperators: () => unknownFilter,
  dynamicZones: () => throwDynamicZones,
  morphRelations: () => throwMorphToRelations,
  passwords: () => throwPassword,
  private: () => throwPrivate,
};

const SORT_CHECKS: Checks = {
  ...FILTER_CHECKS,
  nonAttributesOperators: unknownSort,
  nonScalarEmptyKeys: () => emptySort,
};

const FIELD_CHECKS: Checks = {
  scalarAttributes: () => notScalar,
  privateFields: () => throwPrivate,
  passwordFields: () => throwPassword,
};

function checksOf(checks: Checks, names: unknown): readonly Checks[string][] {
  const requested: readonly unknown[] = Array.isArray(names) ? names : [];
  return Object.keys(checks)
    .filter((name) => requested.includes(name))
    .flatMap((name) => checks[name] ?? []);
}

type WalkOver = (visitor: Visitor, options: WalkOptions, value: unknown) => Walk;

/** Runs validations in order. @throws ValidationError */
async function checked(
  walk: WalkOver,
  checks: readonly Checks[string][],
  { context, value }: { readonly context: unknown; readonly value: unknown },
): Promise<unknown> {
  const options = assertSchema(context as WalkOptions);
  let left = value;
  for (const check of checks) left = await runWalk(walk(check(options), options, left));
  return left;
}

async function checkPopulate(
  context: WalkOptions,
  populate: unknown,
  traversals: PopulateTraversals,
): Promise<unknown> {
  const options = assertSchema(context);
  const rejectsPrivate = traversals.populate?.includes('private') ?? false;
  const isPaths = isPathPopulate(populate);
  if (isPaths) checkPopulatePaths(options, populate);
  const visitor = populateVisitor(
    async (name, inside, value) => {
      const names = traversals[name];
      if (name === 'sort') await validateSort(inside, value, names ?? SORT_TRAVERSALS);
      else if (name === 'filters') await validateFilters(inside, value, names ?? FILTER_TRAVERSALS);
      else await validateFields(inside, value, names ?? FIELDS_TRAVERSALS);
    },
    traversals.populate?.includes('nonAttributesOperators') ?? false,
  );
  const left = isPaths ? populate : await runWalk(walkPopulate(visitor, options, populate));
  return rejectsPrivate ? runWalk(walkPopulate(throwPrivate, options, left)) : left;
}

function assertSchema(context: WalkOptions): WalkOptions {
  if (!context.schema) throw new Error('Missing schema: nothing can be validated without one');
  return context;
}
