// Planner of the rows behind populated attributes, level by level.
import { validationError } from '../../base/errors.ts';
import type { Attribute, DynamicZoneAttribute, Model, MorphAttribute } from '../../schema/types.ts';
import { FILE, ROLE, USER } from '../../schema/built-in/uids.ts';
import { settled, type Deferred } from '../deferred.ts';
import { pathEntries } from '../parse/populate.ts';
import type {
  FieldNames,
  Fragments,
  Populate,
  PopulateOption,
  PopulateOptions,
  PopulateValue,
} from '../params.ts';
import type { ChildNode, RowsNode } from '../plan.ts';
import { isCountable, isMany, isMorphInverse } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { planFields } from './fields.ts';
import { planFilters } from './filters.ts';
import { badKey, dotted, isForbidden, targetOf } from './names.ts';
import { checkPaths, fittingPart, readablePart } from './populate-paths.ts';
import {
  badZoneOptions,
  NO_OPTIONS,
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
  populate: Populate,
): readonly ChildNode[] {
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
    const isReadable = isShown(context, place, attribute);
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
function isShown(
  context: PlanContext,
  { model, path }: PopulatePlace,
  attribute: Attribute,
): boolean {
  const { access } = context;
  if (attribute.private || !context.mayRead([...path, attribute.name])) return false;
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
  if (fragmentsOf(options).form !== 'none') {
    const problem = `Using fragments is not permitted to populate "${name}" in "${place.model.uid}"`;
    context.deferForm(validationError(problem));
  }
  if (isCounted(options) && isCountable(context.registry, attribute)) {
    const { uid, filter } = rows;
    return { kind: 'count', attribute: name, mixed: false, of: [{ uid, filter, sort: [] }] };
  }
  return { kind: 'rows', attribute: name, many: isMany(attribute), rows };
}

/** What is asked of the rows behind an attribute: its options, and what is left of a dotted path. */
type RowsRequest = Pick<ChildRequest, 'options' | 'populate'>;

const NOTHING_ASKED: RowsRequest = { options: NO_OPTIONS, populate: { form: 'none' } };

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
  for (const option of options.given) planOption(context, at, { parts, option });
  return {
    uid: at.model.uid,
    filter: parts.filter ?? null,
    sort: parts.sort ?? [],
    fields: parts.fields ?? fieldsOf(context, at, 'all'),
    children: parts.children ?? planLevel(context, at, populate),
  };
}

interface OptionPlace {
  readonly parts: OptionParts;
  readonly option: PopulateOption;
}

function planOption(context: PlanContext, at: PopulatePlace, { parts, option }: OptionPlace): void {
  const place = { model: at.model, path: at.path, param: 'populate' as const };
  switch (option.option) {
    case 'filters':
      parts.filter = planFilters(context, place, option.filters);
      return;
    case 'sort':
      parts.sort = planSort(context, place, option.sort);
      return;
    case 'fields':
      parts.fields = fieldsOf(context, at, settled(option.fields));
      return;
    case 'populate':
      parts.children = planNested(context, at, settled(option.populate));
      return;
    case 'count':
      if (option.flag === null) throw badKey('count', at.path.join('.'), 'populate');
      return;
    case 'on':
      planFragments(context.checking(), at, { on: option.on, allowed: [] });
      return;
    case 'unknown':
      throw badKey(option.key, optionPath(at, option.key), 'populate');
  }
}

/** An unknown option may be the name of an attribute, which is part of the path then. */
function optionPath({ model, path }: PopulatePlace, key: string): string {
  return (model.attributes.has(key) ? [...path, key] : path).join('.');
}

function fieldsOf(
  context: PlanContext,
  { model, path, locales }: PopulatePlace,
  names: FieldNames,
): readonly string[] {
  const fields = context.readable(path, planFields(model, names, 'populate'));
  const isAll = names === 'all' || names.includes('*');
  const added = locales && isAll && model.modelType === 'contentType';
  return added && !fields.includes('locale') ? [...fields, 'locale'] : fields;
}

function isCounted({ given }: PopulateOptions): boolean {
  return given.some((option) => option.option === 'count' && option.flag === true);
}

/** An `on` without a value is none. */
function fragmentsOf({ given }: PopulateOptions): Fragments {
  return given.find((option) => option.option === 'on')?.on ?? { form: 'none' };
}

/** A nested populate; none if it is not given, or without a value. */
function nestedOf({ given }: PopulateOptions): Populate {
  const nested = given.find((option) => option.option === 'populate');
  return nested ? settled(nested.populate) : { form: 'none' };
}

/** A zone: all its components alike, or those named in `on` each in its own way. */
function planZone(
  context: PlanContext,
  place: ChildPlace,
  request: ChildRequest & { attribute: DynamicZoneAttribute },
): ChildNode {
  const { attribute, options } = request;
  const on = fragmentsOf(options);
  const allowed = attribute.components.map((uid) => context.registry.model(uid));
  refusePopulate(place, options);
  // Fragments replace the options beside them; an empty `on` names no component.
  const isOpen = on.form === 'none' || on.form === 'empty';
  const variants = isOpen ? [] : planFragments(context, place, { on, allowed });
  if (isOpen) refuseZoneOptions(context, place, request);
  return {
    kind: 'mixed',
    attribute: attribute.name,
    many: true,
    mark: '__component',
    variants:
      on.form !== 'none'
        ? variants
        : allowed.map((model) => {
            const populate = zonePopulate(context, request, model);
            return planRows(context, inKind(place, model), { options: NO_OPTIONS, populate });
          }),
  };
}

/** Where several kinds of rows stand behind an attribute, what holds for all alike is `*` and `count` only. */
function refuseZoneOptions(
  context: PlanContext,
  place: ChildPlace,
  { attribute, options }: ChildRequest,
): void {
  const isOther = ({ option }: PopulateOption): boolean =>
    option !== 'populate' && option !== 'count' && option !== 'on';
  if (options.given.some(isOther)) {
    context.deferForm(badZoneOptions(place.model, attribute.name, options.written));
  }
}

function refusePopulate({ trail }: ChildPlace, options: PopulateOptions): void {
  const isOpen = options.given.every(
    (given) => given.option !== 'populate' || isNoneOrAll(given.populate),
  );
  if (!isOpen) throw badKey('populate', trail, 'populate');
}

function isNoneOrAll(populate: Deferred<Populate>): boolean {
  return 'value' in populate && ['none', 'all'].includes(populate.value.form);
}

/** What is populated in each component of a zone without `on`. */
function zonePopulate(
  { registry }: PlanContext,
  { options, populate }: ChildRequest,
  component: Model,
): Populate {
  if (nestedOf(options).form === 'all') return { form: 'all' };
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

interface FragmentsRequest {
  readonly on: Fragments;
  /** The models whose rows may come; other known ones give nothing. */
  readonly allowed: readonly Model[];
}

function planFragments(
  context: PlanContext,
  place: ChildPlace,
  { on, allowed }: FragmentsRequest,
): readonly RowsNode[] {
  const { trail } = place;
  if (on.form !== 'kinds') throw badKey('on', `${trail}.on`, 'populate');
  const unknown = on.kinds.find(({ name }) => !context.registry.has(name))?.name;
  if (unknown !== undefined) throw badKey(unknown, `${trail}.on.${unknown}`, 'populate');
  return on.kinds.flatMap(({ name, value }) => {
    const model = context.registry.model(name);
    const rows = planFragment(context, inKind(place, model), value);
    // Entries keep the order of the zone: a sort of one kind is checked and has no effect.
    return rows && allowed.includes(model) ? { ...rows, sort: [] } : [];
  });
}

/** The rows of one kind. Null: they may not be read. */
function planFragment(
  context: PlanContext,
  at: PopulatePlace,
  value: PopulateValue,
): RowsNode | null {
  const isAll = value.form === 'all';
  if (isAll && !mayRead(context, at.model)) return null;
  if (isAll) refuseEverything(context, { path: at.path, target: at.model });
  if (isAll || value.form === 'flag') return planRows(context, at, NOTHING_ASKED);
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
  const on = fragmentsOf(options);
  const kinds = on.form === 'kinds' && !on.isList ? on.kinds : null;
  const counted = isCounted(options);
  refusePopulate(place, options);
  if (!kinds && !counted && options.given.length > 0) return null;
  const mayReadAny = !kinds || kinds.some(({ name }) => context.access.mayFind(name));
  refuseZoneOptions(mayReadAny ? context : context.checking(), place, request);
  const allowed = linkableModels(context, place.model);
  const variants = kinds
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
