// Plans `populate`, level by level.
import { validationError } from '../../base/errors.ts';
import type { Attribute, DynamicZoneAttribute, Model, MorphAttribute } from '../../schema/types.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import { unwrap } from '../deferred.ts';
import { pathEntries } from '../parse/populate.ts';
import type { FieldNames, Fragments, Populate, PopulateOption, PopulateValue } from '../params.ts';
import type { ChildNode, RowsNode } from '../plan.ts';
import { isCountable, isMany, isMorphInverse } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { planFilters } from './filters.ts';
import {
  invalidQueryKey,
  dotted,
  isForbidden,
  isUserListOfRole,
  targetOf,
  planFields,
} from './names.ts';
import { checkPaths, existingPart, readablePart } from './populate-paths.ts';
import {
  fragmentsOf,
  isCounted,
  nestedOf,
  NO_OPTIONS,
  optionsOf,
  rejectPopulate,
  rejectZoneOptions,
} from './populate-options.ts';
import {
  populateRequests,
  rejectWildcard,
  rootLevel,
  trailOf,
  type ChildRequest,
  type PopulateLevel,
} from './populate-requests.ts';
import { planSort } from './sort.ts';

/** Plans the populate of a query. @throws ValidationError */
export function planPopulate(
  context: PlanContext,
  model: Model,
  populate: Populate,
): readonly ChildNode[] {
  const level = rootLevel(model);
  if (populate.form !== 'paths') return planLevel(context, level, populate);
  checkPaths(context, level, populate.paths);
  const paths = populate.paths.map((path) => readablePart(context, model, path));
  return planLevel(context, level, { ...populate, paths });
}

/** Plans a nested `populate`. A list is checked as dotted paths first, then as the equivalent keys. */
function planNested(
  context: PlanContext,
  level: PopulateLevel,
  populate: Populate,
): readonly ChildNode[] {
  if (populate.form !== 'object' || populate.paths.length === 0) {
    return planLevel(context, level, populate);
  }
  const { paths } = populate;
  checkPaths(context, level, paths);
  const readable = paths.filter((path) => readablePart(context, level.model, path).length > 0);
  if (readable.length === paths.length) return planLevel(context, level, populate);
  planLevel(context.checking(), level, populate);
  const entries = pathEntries(readable.map((path) => path.join('.')));
  return planLevel(context, level, { form: 'object', entries, paths: [] });
}

function planLevel(
  context: PlanContext,
  level: PopulateLevel,
  populate: Populate,
): readonly ChildNode[] {
  const children: ChildNode[] = [];
  let hidden: string | null = null;
  for (const request of populateRequests(context, level, populate)) {
    const { attribute } = request;
    const isReadable = isShown(context, level, attribute);
    // Errors in a part that the caller may not read are reported as well; then the part is rejected or silently dropped.
    const childContext = isReadable ? context : context.checking();
    const child = planChild(childContext, childLevel(level, attribute), request);
    if (child && isReadable) children.push(child);
    if (attribute.private) hidden ??= attribute.name;
  }
  if (hidden !== null) throw invalidQueryKey(hidden, dotted([...level.path, hidden]), 'populate');
  return children;
}

/** The level of a child: `model` has the attribute; `path` and `trail` end with it. */
type ChildLevel = PopulateLevel;

function childLevel(level: PopulateLevel, attribute: Attribute): ChildLevel {
  return {
    ...level,
    path: [...level.path, attribute.name],
    trail: trailOf(level, attribute.name),
    locales: level.locales || isMorphInverse(attribute),
  };
}

/** True if the caller may read an attribute. The users of a role are always hidden. */
function isShown(
  context: PlanContext,
  { model, path }: PopulateLevel,
  attribute: Attribute,
): boolean {
  const { access } = context;
  if (attribute.private || !context.mayRead([...path, attribute.name])) return false;
  if (isUserListOfRole(model, attribute)) return false;
  return !isForbidden(attribute, access);
}

function planChild(
  context: PlanContext,
  level: ChildLevel,
  request: ChildRequest,
): ChildNode | null {
  const { attribute } = request;
  if (attribute.kind === 'dynamiczone') return planZone(context, level, { ...request, attribute });
  if (attribute.kind === 'morph' && attribute.target === undefined) {
    return planMorph(context, level, { ...request, attribute });
  }
  const target = targetOf(attribute);
  if (target === null) return null;
  const at = { ...level, model: context.registry.model(target) };
  const related = planRelated(context, at, { level, request });
  return 'unlinked' in attribute ? null : related;
}

/** Plans related rows of one model. `at.model` is their model. */
function planRelated(
  context: PlanContext,
  at: PopulateLevel,
  { level, request }: { level: ChildLevel; request: ChildRequest },
): ChildNode {
  const { attribute, options } = request;
  const name = attribute.name;
  const rows = planRows(context, at, request);
  if (fragmentsOf(options).form !== 'none') {
    const problem = `Using fragments is not permitted to populate "${name}" in "${level.model.uid}"`;
    context.deferForm(validationError(problem));
  }
  if (isCounted(options) && isCountable(context.registry, attribute)) {
    const { uid, filter } = rows;
    return { kind: 'count', attribute: name, mixed: false, of: [{ uid, filter, sort: [] }] };
  }
  return { kind: 'rows', attribute: name, many: isMany(attribute), rows };
}

/** The options of related rows, and the rest of a dotted path. */
type RowsRequest = Pick<ChildRequest, 'options' | 'populate'>;

const EMPTY_REQUEST: RowsRequest = { options: NO_OPTIONS, populate: { form: 'none' } };

/** The properties of a node that are set by options. */
type PlannedOptions = {
  -readonly [Part in 'filter' | 'sort' | 'fields' | 'children']?: RowsNode[Part];
};

/** Plans options in the order of the query, in which their errors are reported. */
function planRows(
  context: PlanContext,
  at: PopulateLevel,
  { options, populate }: RowsRequest,
): RowsNode {
  context.countNode();
  const planned: PlannedOptions = {};
  for (const option of options.list) planOption(context, at, { planned, option });
  return {
    uid: at.model.uid,
    filter: planned.filter ?? null,
    sort: planned.sort ?? [],
    fields: planned.fields ?? fieldsOf(context, at, 'all'),
    children: planned.children ?? planLevel(context, at, populate),
  };
}

interface OptionTarget {
  readonly planned: PlannedOptions;
  readonly option: PopulateOption;
}

function planOption(
  context: PlanContext,
  at: PopulateLevel,
  { planned, option }: OptionTarget,
): void {
  const scope = { model: at.model, path: at.path, param: 'populate' as const };
  switch (option.option) {
    case 'filters':
      planned.filter = planFilters(context, scope, option.filters);
      return;
    case 'sort':
      planned.sort = planSort(context, scope, option.sort);
      return;
    case 'fields':
      planned.fields = fieldsOf(context, at, unwrap(option.fields));
      return;
    case 'populate':
      planned.children = planNested(context, at, unwrap(option.populate));
      return;
    case 'count':
      if (option.flag === null) throw invalidQueryKey('count', at.path.join('.'), 'populate');
      return;
    case 'on':
      planFragments(context.checking(), at, { on: option.on, allowed: [] });
      return;
    case 'unknown':
      throw invalidQueryKey(option.key, optionPath(at, option.key), 'populate');
  }
}

/** The path of an unknown option, which includes the option if it is the name of an attribute. */
function optionPath({ model, path }: PopulateLevel, key: string): string {
  return (model.attributes.has(key) ? [...path, key] : path).join('.');
}

function fieldsOf(
  context: PlanContext,
  { model, path, locales }: PopulateLevel,
  names: FieldNames,
): readonly string[] {
  const fields = context.readable(path, planFields(model, names, 'populate'));
  const isAll = names === 'all' || names.includes('*');
  const added = locales && isAll && model.modelType === 'contentType';
  return added && !fields.includes('locale') ? [...fields, 'locale'] : fields;
}

/** Plans a dynamic zone: all components in the same way, or those named in `on`, each with its own options. */
function planZone(
  context: PlanContext,
  level: ChildLevel,
  request: ChildRequest & { attribute: DynamicZoneAttribute },
): ChildNode {
  const { attribute, options } = request;
  const on = fragmentsOf(options);
  const allowed = attribute.components.map((uid) => context.registry.model(uid));
  rejectPopulate(level.trail, options);
  // Fragments replace other options. An empty `on` selects no component.
  const isOpen = on.form === 'none' || on.form === 'empty';
  const former = (attribute.formerComponents ?? []).map((uid) => context.registry.model(uid));
  const variants = isOpen ? [] : planFragments(context, level, { on, allowed });
  if (isOpen) rejectZoneOptions(context, level.model, request);
  return {
    kind: 'mixed',
    attribute: attribute.name,
    many: true,
    typeTag: '__component',
    variants:
      on.form !== 'none'
        ? variants
        : [...allowed, ...former].map((model) => {
            const populate = zonePopulate(context, request, model);
            return planRows(context, variantLevel(level, model), { options: NO_OPTIONS, populate });
          }),
  };
}

/** The `populate` of a component of a dynamic zone without `on`. */
function zonePopulate(
  { registry }: PlanContext,
  { options, populate }: ChildRequest,
  component: Model,
): Populate {
  if (nestedOf(options).form === 'all') return { form: 'all' };
  if (populate.form !== 'paths') return populate;
  const paths = populate.paths
    .map((path) => existingPart(registry, component, path))
    .filter((path) => path.length > 0);
  return { ...populate, paths };
}

/** The level of one model of a polymorphic attribute. */
function variantLevel(level: ChildLevel, model: Model): PopulateLevel {
  return { ...level, model, trail: `${level.trail}.on[${model.uid}]` };
}

interface FragmentsRequest {
  readonly on: Fragments;
  /** Models that are allowed; other existing models are ignored. */
  readonly allowed: readonly Model[];
}

function planFragments(
  context: PlanContext,
  level: ChildLevel,
  { on, allowed }: FragmentsRequest,
): readonly RowsNode[] {
  const { trail } = level;
  if (on.form !== 'kinds') throw invalidQueryKey('on', `${trail}.on`, 'populate');
  const unknown = on.kinds.find(({ name }) => !context.registry.has(name))?.name;
  if (unknown !== undefined) throw invalidQueryKey(unknown, `${trail}.on.${unknown}`, 'populate');
  return on.kinds.flatMap(({ name, value }) => {
    const model = context.registry.model(name);
    const rows = planFragment(context, variantLevel(level, model), value);
    // Entries keep the order of the zone: the sort of a fragment is checked but has no effect.
    return rows && allowed.includes(model) ? { ...rows, sort: [] } : [];
  });
}

/** Plans the rows of one fragment; null if the caller may not read them. */
function planFragment(
  context: PlanContext,
  at: PopulateLevel,
  value: PopulateValue,
): RowsNode | null {
  const isAll = value.form === 'all';
  if (isAll && !mayRead(context, at.model)) return null;
  if (isAll) rejectWildcard(context, { path: at.path, target: at.model });
  if (isAll || value.form === 'flag') return planRows(context, at, EMPTY_REQUEST);
  return planRows(context, at, { ...EMPTY_REQUEST, options: optionsOf(context, value) });
}

/** True if the caller may read rows of a model. Components need no separate permission. */
function mayRead({ access }: PlanContext, { modelType, uid }: Model): boolean {
  return modelType === 'component' || access.mayFind(uid);
}

/**
 * Plans related rows of several types, or their number. With options but neither `on` nor `count`, the attribute is left out
 * and nothing is checked (docs/strapi/reading.md, "Polymorphic relations").
 */
function planMorph(
  context: PlanContext,
  level: ChildLevel,
  request: ChildRequest & { attribute: MorphAttribute },
): ChildNode | null {
  const { attribute, options } = request;
  const on = fragmentsOf(options);
  const kinds = on.form === 'kinds' && !on.isList ? on.kinds : null;
  const counted = isCounted(options);
  rejectPopulate(level.trail, options);
  if (!kinds && !counted && options.list.length > 0) return null;
  const mayReadAny = !kinds || kinds.some(({ name }) => context.access.mayFind(name));
  rejectZoneOptions(mayReadAny ? context : context.checking(), level.model, request);
  const allowed = linkableModels(context, level.model);
  const variants = kinds
    ? planFragments(context, level, { on, allowed })
    : allowed.map((model) => planRows(context, variantLevel(level, model), EMPTY_REQUEST));
  const name = attribute.name;
  if (!mayReadAny) return null;
  if (counted) {
    const of = variants.map(({ uid, filter }) => ({ uid, filter, sort: [] }));
    return { kind: 'count', attribute: name, mixed: true, of };
  }
  return { kind: 'mixed', attribute: name, many: isMany(attribute), typeTag: '__type', variants };
}

/**
 * The content-types that a polymorphic relation can lead to and the caller may find: those with media for a file, otherwise
 * all that do not belong to the administration.
 */
function linkableModels({ registry, access }: PlanContext, owner: Model): readonly Model[] {
  const isFile = owner.uid === FILE;
  return [...registry.contentTypes.values()].filter(
    (type) =>
      access.mayFind(type.uid) &&
      (isFile
        ? [...type.attributes.values()].some((attribute) => attribute.kind === 'media')
        : type.origin !== 'admin'),
  );
}
