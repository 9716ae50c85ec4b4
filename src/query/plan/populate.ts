// In charge of planning the rows behind populated attributes, level by level (spec/read.md section 10).
import { validationError } from '../../base/errors.ts';
import type { Attribute, DynamicZoneAttribute, Model, MorphAttribute } from '../../schema/types.ts';
import { FILE, ROLE, USER } from '../../schema/built-in/uids.ts';
import { parseFields } from '../parse/fields.ts';
import { parseSort } from '../parse/sort.ts';
import { isInherited, isObject, listItems, parseFlag } from '../parse/values.ts';
import type { Populate, QueryObject, QueryValue } from '../params.ts';
import type { ChildNode, RowsNode, Scope } from '../plan.ts';
import { isCountable, isMany, isMorphInverse } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { planFields } from './fields.ts';
import { planFilters } from './filters.ts';
import { badKey, dotted, isForbidden, targetOf } from './names.ts';
import {
  badEntry,
  badZoneOptions,
  nestedPopulate,
  firstReadable,
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
    const here = {
      ...place,
      path: [...place.path, name],
      trail: trailOf(place, name),
      locales: place.locales || isMorphInverse(request.attribute),
    };
    if (isShown(context, place.model, request.attribute)) {
      return planChild(context, here, request) ?? [];
    }
    // A mistake in what may not be read is answered all the same; then it is refused, or left out without a word.
    planChild(context.checking(), here, request);
    if (request.attribute.private) throw badKey(name, dotted(here.path), 'populate');
    return [];
  });
}

/** The users of a role are shown to nobody. */
function isShown({ access }: PlanContext, model: Model, attribute: Attribute): boolean {
  if (attribute.private) return false;
  if (model.uid === ROLE && targetOf(attribute) === USER) return false;
  return !isForbidden(attribute, access);
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
  if (isCounted(at, options) && isCountable(context.registry, attribute)) {
    const { uid, filter } = rows;
    return { kind: 'count', attribute: name, mixed: false, of: [{ uid, filter, sort: [] }] };
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
    fields: fieldsOf(at, options),
    children: planPopulate(context, at, populate),
  };
}

function fieldsOf({ model, locales }: PopulatePlace, options: QueryObject): readonly string[] {
  const names = parseFields(options['fields']);
  const fields = planFields(model, names, 'populate');
  const isAll = names === 'all' || names.includes('*');
  const added = locales && isAll && model.modelType === 'contentType';
  return added && !fields.includes('locale') ? [...fields, 'locale'] : fields;
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
  const key = Object.keys(options).find((option) => !OPTIONS.has(option) && !isInherited(option));
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
  context: PlanContext,
  { model, trail }: ChildPlace,
  { attribute, on }: { attribute: Attribute; on: QueryValue | undefined },
): void {
  if (!isObject(on)) throw badKey('on', `${trail}.on`, 'populate');
  for (const uid of Object.keys(on)) {
    if (!context.registry.has(uid)) throw badKey(uid, `${trail}.on.${uid}`, 'populate');
  }
  if (context.isChecking) return;
  throw validationError(
    `Using fragments is not permitted to populate "${attribute.name}" in "${model.uid}"`,
  );
}

/** @throws ValidationError for a `count` that is no flag, on whatever attribute */
function isCounted({ path }: PopulatePlace, options: QueryObject): boolean {
  if (!('count' in options)) return false;
  const flag = parseFlag(options['count']);
  if (flag === undefined) throw badKey('count', path.join('.'), 'populate');
  return flag;
}

/** A zone: all its components alike, or those named in `on` each in its own way. */
function planZone(
  context: PlanContext,
  place: ChildPlace,
  request: ChildRequest & { attribute: DynamicZoneAttribute },
): ChildNode {
  const { attribute, options } = request;
  const all = attribute.components.map((uid) => context.registry.model(uid));
  if (hasFragments(options)) refusePopulate(place, options);
  else refuseZoneOptions(context, place, request);
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
            populate: zonePopulate(request, model),
          }),
        ),
  };
}

/** Where several kinds of rows stand behind an attribute, what holds for all alike is `*` and `count` only. */
function refuseZoneOptions(
  context: PlanContext,
  place: ChildPlace,
  { attribute, options }: ChildRequest,
): void {
  const { populate: _populate, count: _count, on: _on, ...others } = options;
  if (Object.keys(others).length > 0 && !context.isChecking) {
    throw badZoneOptions(place.model, attribute.name, options);
  }
  refusePopulate(place, options);
}

function refusePopulate({ path }: ChildPlace, { populate }: QueryObject): void {
  if (populate === undefined || populate === null || populate === '*') return;
  throw badKey('populate', path.join('.'), 'populate');
}

/** What is populated in each component of a zone without `on`. */
function zonePopulate({ options, populate }: ChildRequest, component: Model): Populate {
  if (options['populate'] === '*') return { form: 'all' };
  if (populate.form !== 'paths') return populate;
  const paths = populate.paths.filter(([name]) => component.attributes.has(name ?? ''));
  return paths.length > 0 ? { ...populate, paths } : { form: 'none' };
}

/** The place of one kind of rows behind an attribute. */
function inKind(place: ChildPlace, model: Model): PopulatePlace {
  return { ...place, model, trail: `${place.trail}.on[${model.uid}]` };
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
    if (value === '*' && !mayRead(context, model)) return [];
    const isPlain = parseFlag(value) !== undefined || isEverything(context, model, value);
    if (!isObject(value) && !isPlain) throw badEntry(context, { path, target: model }, value);
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
function isEverything(context: PlanContext, model: Model, value: QueryValue): boolean {
  return value === '*' && !firstReadable(context, model);
}

/** Components are read with their owner. */
function mayRead({ access }: PlanContext, { modelType, uid }: Model): boolean {
  return modelType === 'component' || access.mayFind(uid);
}

/**
 * Rows of several types behind one attribute, or their number. Options are understood together with `on` or
 * `count` only: without, nothing is given and nothing checked, as recorded (spec/more.md).
 */
function planMorph(
  context: PlanContext,
  place: ChildPlace,
  request: ChildRequest & { attribute: MorphAttribute },
): ChildNode | null {
  const { attribute, options } = request;
  const { on } = options;
  const counted = parseFlag(options['count']) === true;
  if (!isObject(on) && !counted && Object.keys(options).length > 0) {
    refusePopulate(place, options);
    return null;
  }
  const mayReadAny = !isObject(on) || Object.keys(on).some((uid) => context.access.mayFind(uid));
  refuseZoneOptions(mayReadAny ? context : context.checking(), place, request);
  const allowed = linkableModels(context, place.model);
  const variants = isObject(on)
    ? planFragments(context, place, { on, allowed })
    : allowed.map((model) =>
        planRows(context, inKind(place, model), { options: {}, populate: { form: 'none' } }),
      );
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
