// In charge of planning the rows behind populated attributes, level by level (spec/read.md section 10).
import { validationError } from '../../base/errors.ts';
import type { Attribute, DynamicZoneAttribute, Model, MorphAttribute } from '../../schema/types.ts';
import { parseFields } from '../parse/fields.ts';
import { parseSort } from '../parse/sort.ts';
import { isObject, listItems, parseFlag } from '../parse/values.ts';
import type { Populate, QueryObject, QueryValue } from '../params.ts';
import type { ChildNode, RowsNode, Scope } from '../plan.ts';
import type { PlanContext } from './context.ts';
import { planFields } from './fields.ts';
import { planFilters } from './filters.ts';
import { badKey, dotted, FILE, isForbidden, targetOf } from './names.ts';
import {
  badEntry,
  badZoneOptions,
  nestedPopulate,
  populatable,
  populateRequests,
  trailOf,
  type ChildRequest,
  type PopulatePlace,
} from './populate-requests.ts';
import { planSort } from './sort.ts';

/** Plans a populate of one model. @throws ValidationError */
export function planPopulate(
  context: PlanContext,
  place: PopulatePlace,
  populate: Populate,
): readonly ChildNode[] {
  return populateRequests(context, place, populate).flatMap((request) => {
    const { name } = request.attribute;
    const here = { ...place, path: [...place.path, name], trail: trailOf(place, name) };
    const isHidden = request.attribute.private;
    if (!isHidden && !isForbidden(request.attribute, context.access)) {
      return planChild(context, here, request) ?? [];
    }
    // A mistake in what may not be read is answered all the same; then it is refused, or left out without a word.
    planChild(context.unrestricted(), here, request);
    if (isHidden) throw badKey(name, dotted(here.path), 'populate');
    return [];
  });
}

/** The place of a child: `model` has the attribute, `path` and `trail` end with it. */
type ChildPlace = PopulatePlace;

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
  return planRelated(context, at, { place, request });
}

const OPTIONS: ReadonlySet<string> = new Set([
  'populate',
  'fields',
  'filters',
  'sort',
  'count',
  'on',
]);

/** Rows of one model. `at.model` is the model of those rows. */
function planRelated(
  context: PlanContext,
  at: PopulatePlace,
  { place, request }: { place: ChildPlace; request: ChildRequest },
): ChildNode {
  const { attribute, options } = request;
  refuseUnknownOptions(at, options);
  if (hasFragments(options)) refuseFragments(context, place, { attribute, on: options['on'] });
  const name = attribute.name;
  const rows = planRows(context, at, { options, populate: nestedPopulate(request) });
  if (isCounted(attribute, at, options)) {
    const { uid, filter } = rows;
    return { kind: 'count', attribute: name, rows: { uid, filter, sort: [] } };
  }
  return { kind: 'rows', attribute: name, many: isMany(attribute), rows };
}

interface RowsRequest {
  readonly options: QueryObject;
  readonly populate: Populate;
}

function planRows(
  context: PlanContext,
  at: PopulatePlace,
  { options, populate }: RowsRequest,
): RowsNode {
  context.countNode();
  return {
    ...planScope(context, at.model, options),
    fields: planFields(at.model, parseFields(options['fields']), 'populate'),
    children: planPopulate(context, at, populate),
  };
}

function planScope(context: PlanContext, model: Model, options: QueryObject): Scope {
  const place = { model, param: 'populate' as const };
  return {
    uid: model.uid,
    filter: planFilters(context, place, options['filters']),
    sort: planSort(context, place, parseSort(options['sort'])),
  };
}

function refuseUnknownOptions({ model, path }: PopulatePlace, options: QueryObject): void {
  const key = Object.keys(options).find((option) => !OPTIONS.has(option));
  if (key === undefined) return;
  const here = model.attributes.has(key) ? [...path, key] : path;
  throw badKey(key, here.join('.'), 'populate');
}

/** An `on` without a value is none. */
function hasFragments({ on }: QueryObject): boolean {
  return on !== undefined && on !== null;
}

/** `on` belongs to zones and to relations to several types. */
function refuseFragments(
  { registry }: PlanContext,
  { model, trail }: ChildPlace,
  { attribute, on }: { attribute: Attribute; on: QueryValue | undefined },
): never {
  if (!isObject(on)) throw badKey('on', `${trail}.on`, 'populate');
  for (const uid of Object.keys(on)) {
    if (!registry.has(uid)) throw badKey(uid, `${trail}.on.${uid}`, 'populate');
  }
  throw validationError(
    `Using fragments is not permitted to populate "${attribute.name}" in "${model.uid}"`,
  );
}

/** Only relations and components are counted; elsewhere `count` is ignored. */
function isCounted(attribute: Attribute, { path }: PopulatePlace, options: QueryObject): boolean {
  if (!('count' in options)) return false;
  const flag = parseFlag(options['count']);
  if (flag === undefined) throw badKey('count', path.join('.'), 'populate');
  return flag && (attribute.kind === 'relation' || attribute.kind === 'component');
}

function isMany(attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.relation === 'oneToMany' || attribute.relation === 'manyToMany';
    case 'morph':
      return attribute.relation === 'morphMany' || attribute.relation === 'morphToMany';
    case 'media':
      return attribute.multiple;
    case 'component':
      return attribute.repeatable;
    case 'localizations':
    case 'dynamiczone':
      return true;
    case 'scalar':
      return false;
  }
}

/** A zone: all its components alike, or those named in `on` each in its own way. */
function planZone(
  context: PlanContext,
  place: ChildPlace,
  { attribute, options, populate }: ChildRequest & { attribute: DynamicZoneAttribute },
): ChildNode {
  const all = attribute.components.map((uid) => context.registry.model(uid));
  return {
    kind: 'mixed',
    attribute: attribute.name,
    many: true,
    mark: '__component',
    variants: hasFragments(options)
      ? planFragments(context, place, { on: options['on'], allowed: all })
      : all.map((model) =>
          planRows(context, inKind(place, model), {
            options: {},
            populate: zonePopulate(place, { attribute, options, populate }, model),
          }),
        ),
  };
}

/** What is populated in each component of a zone without `on`. */
function zonePopulate(
  { model: owner, path }: ChildPlace,
  { attribute, options, populate }: ChildRequest,
  component: Model,
): Populate {
  const { populate: nested, count: _count, on: _on, ...others } = options;
  if (Object.keys(others).length > 0) throw badZoneOptions(owner, attribute.name, options);
  if (nested !== undefined && nested !== null) {
    if (nested === '*') return { form: 'all' };
    throw badKey('populate', path.join('.'), 'populate');
  }
  if (populate.form !== 'paths') return populate;
  const paths = populate.paths.filter(([name]) => component.attributes.has(name ?? ''));
  return paths.length > 0 ? { ...populate, paths } : { form: 'none' };
}

/** The place of one kind of rows behind an attribute. */
function inKind({ path, trail }: ChildPlace, model: Model): PopulatePlace {
  return { model, path, trail: `${trail}.on[${model.uid}]` };
}

interface Fragments {
  readonly on: QueryValue | undefined;
  /** The models whose rows may come; other known ones give nothing. */
  readonly allowed: readonly Model[];
}

function planFragments(
  context: PlanContext,
  place: ChildPlace,
  { on, allowed }: Fragments,
): readonly RowsNode[] {
  const { path, trail } = place;
  if (!isObject(on)) throw badKey('on', `${trail}.on`, 'populate');
  return Object.entries(on).flatMap(([uid, value]) => {
    if (!context.registry.has(uid)) throw badKey(uid, `${trail}.on.${uid}`, 'populate');
    const model = context.registry.model(uid);
    if (value === null || listItems(value)) {
      throw validationError("Invalid nested populate. Expected '*' or an object");
    }
    const isPlain = parseFlag(value) !== undefined || isEverything(value, model);
    if (!isObject(value) && !isPlain) throw badEntry({ path, target: model }, value);
    const options = isObject(value) ? value : {};
    const at = inKind(place, model);
    refuseUnknownOptions(at, options);
    const populate = nestedPopulate({ options, populate: { form: 'none' } });
    const rows = planRows(context, at, { options, populate });
    // Entries keep the order of the zone: a sort of one kind is checked and has no effect.
    return allowed.includes(model) ? { ...rows, sort: [] } : [];
  });
}

/** `*` on a kind that has nothing to populate. */
function isEverything(value: QueryValue, model: Model): boolean {
  return value === '*' && populatable(model).length === 0;
}

/** Rows of several types behind one attribute; a populate or fields for all alike gives nothing, as recorded. */
function planMorph(
  context: PlanContext,
  place: ChildPlace,
  { attribute, options }: ChildRequest & { attribute: MorphAttribute },
): ChildNode | null {
  refuseUnknownOptions(place, options);
  const allowed = linkableModels(context, place.model);
  const chosen = hasFragments(options);
  if (!chosen && ('populate' in options || 'fields' in options)) return null;
  return {
    kind: 'mixed',
    attribute: attribute.name,
    many: isMany(attribute),
    mark: '__type',
    variants: chosen
      ? planFragments(context, place, { on: options['on'], allowed })
      : allowed.map((model) =>
          planRows(context, inKind(place, model), { options, populate: { form: 'none' } }),
        ),
  };
}

/** The content-types that a morph relation can lead to and the caller may find; of a file those with media. */
function linkableModels({ registry, access }: PlanContext, owner: Model): readonly Model[] {
  const isFile = owner.uid === FILE;
  return [...registry.contentTypes.values()].filter(
    (type) =>
      access.mayFind(type.uid) &&
      (isFile
        ? [...type.attributes.values()].some((attribute) => attribute.kind === 'media')
        : type.origin === 'api'),
  );
}
