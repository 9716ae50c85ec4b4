// Planner of the rows behind populated attributes, level by level.
import { validationError } from '../../base/errors.ts';
import type { Attribute, DynamicZoneAttribute, Model, MorphAttribute } from '../../schema/types.ts';
import { FILE, ROLE, USER } from '../../schema/built-in/uids.ts';
import { parseFields } from '../parse/fields.ts';
import { parseNestedPopulate, pathEntries } from '../parse/populate.ts';
import { parseSort } from '../parse/sort.ts';
import { isObject, parseFlag } from '../parse/values.ts';
import type { Populate, QueryObject, QueryValue } from '../params.ts';
import type { ChildNode, RowsNode } from '../plan.ts';
import { isCountable, isMany, isMorphInverse } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { planFields } from './fields.ts';
import { planFilters } from './filters.ts';
import { badKey, dotted, isForbidden, targetOf } from './names.ts';
import { checkPaths, fittingPart, readablePart } from './populate-paths.ts';
import {
  badZoneOptions,
  optionsOf,
  populateRequests,
  refuseEverything,
  rootPlace,
  trailOf,
  type ChildRequest,
  type PopulatePlace,
} from './populate-requests.ts';
import { planSort } from './sort.ts';

/** Plans the populate of a query. @throws ValidationError */
export function planPopulate(
  context: PlanContext,
  model: Model,
  populate: Populate,
): readonly ChildNode[] {
  const place = rootPlace(model);
  if (populate.form !== 'paths') return planLevel(context, place, populate);
  checkPaths(context, place, populate.paths);
  const paths = populate.paths.map((path) => readablePart(context, model, path));
  return planLevel(context, place, { ...populate, paths });
}

/** A `populate` inside another one. A list form is checked as paths first and then as the keys that it stands for. */
function planNested(
  context: PlanContext,
  place: PopulatePlace,
  value: QueryValue,
): readonly ChildNode[] {
  const populate = parseNestedPopulate(value);
  if (populate.form !== 'object' || populate.paths.length === 0) {
    return planLevel(context, place, populate);
  }
  const { paths } = populate;
  checkPaths(context, place, paths);
  const kept = paths.filter((path) => readablePart(context, place.model, path).length > 0);
  if (kept.length === paths.length) return planLevel(context, place, populate);
  planLevel(context.checking(), place, populate);
  const entries = pathEntries(kept.map((path) => path.join('.')));
  return planLevel(context, place, { form: 'object', entries, paths: [] });
}

function planLevel(
  context: PlanContext,
  place: PopulatePlace,
  populate: Populate,
): readonly ChildNode[] {
  const children: ChildNode[] = [];
  let hidden: string | null = null;
  for (const request of populateRequests(context, place, populate)) {
    const { attribute } = request;
    const isReadable = isShown(context, place.model, attribute);
    // A mistake in what may not be read is answered all the same; then it is refused, or left out without a word.
    const asking = isReadable ? context : context.checking();
    const child = planChild(asking, childPlace(place, attribute), request);
    if (child && isReadable) children.push(child);
    if (attribute.private) hidden ??= attribute.name;
  }
  if (hidden !== null) throw badKey(hidden, dotted([...place.path, hidden]), 'populate');
  return children;
}

/** The place of a child: `model` has the attribute, `path` and `trail` end with it. */
type ChildPlace = PopulatePlace;

function childPlace(place: PopulatePlace, attribute: Attribute): ChildPlace {
  return {
    ...place,
    path: [...place.path, attribute.name],
    trail: trailOf(place, attribute.name),
    locales: place.locales || isMorphInverse(attribute),
  };
}

/** The users of a role are shown to nobody. */
function isShown({ access }: PlanContext, model: Model, attribute: Attribute): boolean {
  if (attribute.private) return false;
  if (model.uid === ROLE && targetOf(attribute) === USER) return false;
  return !isForbidden(attribute, access);
}

function planChild(
  context: PlanContext,
  place: ChildPlace,
  request: ChildRequest,
): ChildNode | null {
  const { attribute } = request;
  if (attribute.kind === 'dynamiczone') return planZone(context, place, { ...request, attribute });
  if (attribute.kind === 'morph' && attribute.target === undefined) {
    return planMorph(context, place, { ...request, attribute });
  }
  const target = targetOf(attribute);
  if (target === null) return null;
  const at = { ...place, model: context.registry.model(target) };
  const related = planRelated(context, at, { place, request });
  return 'unlinked' in attribute ? null : related;
}

/** Rows of one model. `at.model` is the model of those rows. */
function planRelated(
  context: PlanContext,
  at: PopulatePlace,
  { place, request }: { place: ChildPlace; request: ChildRequest },
): ChildNode {
  const { attribute, options } = request;
  const name = attribute.name;
  const rows = planRows(context, at, request);
  if (hasFragments(options)) {
    const problem = `Using fragments is not permitted to populate "${name}" in "${place.model.uid}"`;
    context.deferForm(validationError(problem));
  }
  if (parseFlag(options['count']) === true && isCountable(context.registry, attribute)) {
    const { uid, filter } = rows;
    return { kind: 'count', attribute: name, mixed: false, of: [{ uid, filter, sort: [] }] };
  }
  return { kind: 'rows', attribute: name, many: isMany(attribute), rows };
}

/** What is asked of the rows behind an attribute: its options, and what is left of a dotted path. */
type RowsRequest = Pick<ChildRequest, 'options' | 'populate'>;

const NOTHING_ASKED: RowsRequest = { options: {}, populate: { form: 'none' } };

/** The parts of a node that options decide. */
type OptionParts = {
  -readonly [Part in 'filter' | 'sort' | 'fields' | 'children']?: RowsNode[Part];
};

/** Plans options in the order in which they were written, which is that of their mistakes. */
function planRows(
  context: PlanContext,
  at: PopulatePlace,
  { options, populate }: RowsRequest,
): RowsNode {
  context.countNode();
  const parts: OptionParts = {};
  for (const [key, value] of Object.entries(options)) {
    planOption(context, at, { parts, key, value });
  }
  return {
    uid: at.model.uid,
    filter: parts.filter ?? null,
    sort: parts.sort ?? [],
    fields: parts.fields ?? fieldsOf(at, undefined),
    children: parts.children ?? planLevel(context, at, populate),
  };
}

interface PopulateOption {
  readonly parts: OptionParts;
  readonly key: string;
  readonly value: QueryValue;
}

function planOption(
  context: PlanContext,
  at: PopulatePlace,
  { parts, key, value }: PopulateOption,
): void {
  const place = { model: at.model, param: 'populate' as const };
  switch (key) {
    case 'filters':
      parts.filter = value === '' ? null : planFilters(context, place, value);
      return;
    case 'sort':
      parts.sort = planSort(context, place, parseSort(value));
      return;
    case 'fields':
      parts.fields = fieldsOf(at, value);
      return;
    case 'populate':
      parts.children = planNested(context, at, value);
      return;
    case 'count':
      refuseBadCount(at, value);
      return;
    case 'on':
      planFragments(context.checking(), at, { on: value, allowed: [] });
      return;
    default:
      throw badKey(key, optionPath(at, key), 'populate');
  }
}

/** An unknown option may be the name of an attribute, which is part of the path then. */
function optionPath({ model, path }: PopulatePlace, key: string): string {
  return (model.attributes.has(key) ? [...path, key] : path).join('.');
}

function fieldsOf(
  { model, locales }: PopulatePlace,
  value: QueryValue | undefined,
): readonly string[] {
  const names = parseFields(value);
  const fields = planFields(model, names, 'populate');
  const isAll = names === 'all' || names.includes('*');
  const added = locales && isAll && model.modelType === 'contentType';
  return added && !fields.includes('locale') ? [...fields, 'locale'] : fields;
}

/** An `on` without a value is none. */
function hasFragments({ on }: QueryObject): boolean {
  return on !== undefined && on !== null;
}

/** @throws ValidationError for a `count` that is no flag, on whatever attribute */
function refuseBadCount({ path }: PopulatePlace, value: QueryValue): void {
  if (parseFlag(value) === undefined) throw badKey('count', path.join('.'), 'populate');
}

/** A zone: all its components alike, or those named in `on` each in its own way. */
function planZone(
  context: PlanContext,
  place: ChildPlace,
  request: ChildRequest & { attribute: DynamicZoneAttribute },
): ChildNode {
  const { attribute, options } = request;
  const { on } = options;
  const allowed = attribute.components.map((uid) => context.registry.model(uid));
  refusePopulate(place, options);
  // Fragments replace the options beside them; an empty `on` names no component.
  const variants = on ? planFragments(context, place, { on, allowed }) : [];
  if (!on) refuseZoneOptions(context, place, request);
  return {
    kind: 'mixed',
    attribute: attribute.name,
    many: true,
    mark: '__component',
    variants: hasFragments(options)
      ? variants
      : allowed.map((model) => {
          const populate = zonePopulate(context, request, model);
          return planRows(context, inKind(place, model), { options: {}, populate });
        }),
  };
}

/** Where several kinds of rows stand behind an attribute, what holds for all alike is `*` and `count` only. */
function refuseZoneOptions(
  context: PlanContext,
  place: ChildPlace,
  { attribute, options }: ChildRequest,
): void {
  const { populate: _populate, count: _count, on: _on, ...others } = options;
  if (Object.keys(others).length > 0) {
    context.deferForm(badZoneOptions(place.model, attribute.name, options));
  }
}

function refusePopulate({ trail }: ChildPlace, { populate }: QueryObject): void {
  if (populate === undefined || populate === null || populate === '*') return;
  throw badKey('populate', trail, 'populate');
}

/** What is populated in each component of a zone without `on`. */
function zonePopulate(
  { registry }: PlanContext,
  { options, populate }: ChildRequest,
  component: Model,
): Populate {
  if (options['populate'] === '*') return { form: 'all' };
  if (populate.form !== 'paths') return populate;
  const paths = populate.paths
    .map((path) => fittingPart(registry, component, path))
    .filter((path) => path.length > 0);
  return { ...populate, paths };
}

/** The place of one kind of rows behind an attribute. */
function inKind(place: ChildPlace, model: Model): PopulatePlace {
  return { ...place, model, trail: `${place.trail}.on[${model.uid}]` };
}

interface Fragments {
  readonly on: QueryValue;
  /** The models whose rows may come; other known ones give nothing. */
  readonly allowed: readonly Model[];
}

function planFragments(
  context: PlanContext,
  place: ChildPlace,
  { on, allowed }: Fragments,
): readonly RowsNode[] {
  const { trail } = place;
  if (typeof on !== 'object' || on === null) throw badKey('on', `${trail}.on`, 'populate');
  const unknown = Object.keys(on).find((uid) => !context.registry.has(uid));
  if (unknown !== undefined) throw badKey(unknown, `${trail}.on.${unknown}`, 'populate');
  return Object.entries(on).flatMap(([uid, value]: [string, QueryValue]) => {
    const model = context.registry.model(uid);
    const rows = planFragment(context, inKind(place, model), value);
    // Entries keep the order of the zone: a sort of one kind is checked and has no effect.
    return rows && allowed.includes(model) ? { ...rows, sort: [] } : [];
  });
}

/** The rows of one kind. Null: they may not be read. */
function planFragment(context: PlanContext, at: PopulatePlace, value: QueryValue): RowsNode | null {
  if (value === '*' && !mayRead(context, at.model)) return null;
  if (value === '*') refuseEverything(context, { path: at.path, target: at.model });
  if (value === '*' || parseFlag(value) !== undefined) return planRows(context, at, NOTHING_ASKED);
  return planRows(context, at, { ...NOTHING_ASKED, options: optionsOf(context, value) });
}

/** Components are read with their owner. */
function mayRead({ access }: PlanContext, { modelType, uid }: Model): boolean {
  return modelType === 'component' || access.mayFind(uid);
}

/**
 * Rows of several types behind one attribute, or their number. Options are understood together with `on` or `count`
 * only: without, nothing is given and nothing checked, as recorded (docs/strapi/reading.md, "Polymorphic relations").
 */
function planMorph(
  context: PlanContext,
  place: ChildPlace,
  request: ChildRequest & { attribute: MorphAttribute },
): ChildNode | null {
  const { attribute, options } = request;
  const { on } = options;
  const counted = parseFlag(options['count']) === true;
  refusePopulate(place, options);
  if (!isObject(on) && !counted && Object.keys(options).length > 0) return null;
  const mayReadAny = !isObject(on) || Object.keys(on).some((uid) => context.access.mayFind(uid));
  refuseZoneOptions(mayReadAny ? context : context.checking(), place, request);
  const allowed = linkableModels(context, place.model);
  const variants = isObject(on)
    ? planFragments(context, place, { on, allowed })
    : allowed.map((model) => planRows(context, inKind(place, model), NOTHING_ASKED));
  const name = attribute.name;
  if (!mayReadAny) return null;
  if (counted) {
    const of = variants.map(({ uid, filter }) => ({ uid, filter, sort: [] }));
    return { kind: 'count', attribute: name, mixed: true, of };
  }
  return { kind: 'mixed', attribute: name, many: isMany(attribute), mark: '__type', variants };
}

/**
 * The content-types that a morph relation can lead to and the caller may find, those of the administration left
 * out; of a file those with media.
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
