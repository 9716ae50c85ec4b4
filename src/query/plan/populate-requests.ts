// In charge of the forms of populate: brings each to one request per attribute and checks names and rights
// (spec/read.md section 10).
import { invalidKey, validationError, type AppError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Populate, QueryObject, QueryValue } from '../params.ts';
import { parsePopulate } from '../parse/populate.ts';
import { isInherited, isObject, parseFlag, shown } from '../parse/values.ts';
import { isMorphOwner } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { badKey, dotted, isForbidden, targetOf } from './names.ts';

/** What was asked for under one attribute. */
export interface ChildRequest {
  readonly attribute: Attribute;
  /** `{}`: no options. */
  readonly options: QueryObject;
  readonly populate: Populate;
}

/** Where a populate stands: the model it is of, and for errors the way to it from the root. */
export interface PopulatePlace {
  readonly model: Model;
  /** Attribute names. */
  readonly path: readonly string[];
  /** The keys as they were written, such as `author.populate.mentor`; empty at the root. */
  readonly trail: string;
  /** True below a morphOne or morphMany, where entries of every type show their `locale` (spec/more.md). */
  readonly locales: boolean;
}

/** The place of a query's own populate. */
export function rootPlace(model: Model): PopulatePlace {
  return { model, path: [], trail: '', locales: false };
}

/** The trail of an attribute of a place. */
export function trailOf({ trail }: PopulatePlace, name: string): string {
  return trail === '' ? name : `${trail}.populate.${name}`;
}

/**
 * Brings a populate to one request per attribute, those among them that the caller may not see. Dotted paths with
 * a part that may not be read are left out.
 * @throws ValidationError
 */
export function populateRequests(
  context: PlanContext,
  place: PopulatePlace,
  populate: Populate,
): readonly ChildRequest[] {
  switch (populate.form) {
    case 'none':
      return [];
    case 'all':
      return populatable(place.model).map((attribute) => ({
        attribute,
        options: {},
        populate: { form: 'none' },
      }));
    case 'paths':
      return fromPaths(context, place, populate);
    case 'object':
      return Object.entries(populate.entries).flatMap(
        ([name, value]) => fromEntry(context, place, [name, value]) ?? [],
      );
  }
}

/** The first attribute of a model that `*` populates for the caller. */
export function firstReadable({ access }: PlanContext, model: Model): Attribute | undefined {
  return populatable(model).find((attribute) => !isForbidden(attribute, access));
}

/** Every attribute that populate can ask for, in schema order. */
function populatable(model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter(
    (attribute) => attribute.kind !== 'scalar' && !attribute.private,
  );
}

/** Dotted paths, grouped by their first name. */
function fromPaths(
  context: PlanContext,
  { model, path }: PopulatePlace,
  { paths, last, lists }: Populate & { form: 'paths' },
): readonly ChildRequest[] {
  const rests = new Map<string, (readonly string[])[]>();
  for (const names of paths) {
    const [name, ...rest] = readablePart(context, { model, path }, names);
    if (name === undefined) continue;
    const known = rests.get(name);
    if (rest.length > 0) rests.set(name, [...(known ?? []), rest]);
    else if (!known || last) rests.set(name, []);
  }
  const [list] = lists;
  if (list !== undefined) throw badList(path, list);
  return [...rests].map(([name, nested]) => ({
    attribute: attributeOf(model, name),
    options: {},
    populate:
      nested.length > 0 ? { form: 'paths', paths: nested, last, lists: [] } : { form: 'none' },
  }));
}

/** A nested text is one path: a comma belongs to the name it stands in, as recorded. */
function badList(path: readonly string[], list: string): AppError {
  const names = list.split('.');
  const at = names.findIndex((name) => name.includes(','));
  return badKey(names[at] ?? list, dotted([...path, ...names.slice(0, at)]), 'populate');
}

function attributeOf(model: Model, name: string): Attribute {
  const attribute = model.attributes.get(name);
  if (!attribute) throw badKey(name, name, 'populate');
  return attribute;
}

/**
 * Checks a dotted path. Where a part of it may not be read, nothing is left of it; beyond a zone, what stands
 * before that part.
 */
function readablePart(
  context: PlanContext,
  { model, path }: Pick<PopulatePlace, 'model' | 'path'>,
  names: readonly string[],
): readonly string[] {
  let models: readonly Model[] = [model];
  let beyondZone = false;
  let kept = names.length;
  let hidden: AppError | null = null;
  for (const [depth, name] of names.entries()) {
    const here = names.slice(0, depth + 1).join('.');
    const found = models.flatMap((candidate) => candidate.attributes.get(name) ?? []);
    const usable = found.filter((attribute) => attribute.kind !== 'scalar');
    if (name === '') throw badKey(name, dotted(path), 'populate');
    if (usable.length === 0) throw badKey(name, here, 'populate');
    if (usable.every((attribute) => attribute.private)) {
      const at = dotted([...path, ...names.slice(0, depth + 1)]);
      hidden ??= badKey(name, at, 'populate');
    }
    if (depth < names.length - 1 && usable.every(isPathEnd)) {
      throw badKey(name, here, 'populate');
    }
    if (usable.every((attribute) => isForbidden(attribute, context.access))) {
      kept = Math.min(kept, beyondZone ? depth : 0);
    }
    beyondZone ||= usable.some(({ kind }) => kind === 'dynamiczone');
    models = [...new Set(usable.flatMap((attribute) => modelsBehind(context, attribute)))];
  }
  if (hidden) throw hidden;
  return names.slice(0, kept);
}

/** Dotted paths do not lead through files, nor through relations to several types. */
function isPathEnd(attribute: Attribute): boolean {
  return attribute.kind === 'media' || isMorphOwner(attribute);
}

/** The models of the rows behind an attribute: one, or those of a zone. */
function modelsBehind({ registry }: PlanContext, attribute: Attribute): readonly Model[] {
  if (attribute.kind === 'dynamiczone') {
    return attribute.components.map((uid) => registry.model(uid));
  }
  const target = targetOf(attribute);
  return target === null ? [] : [registry.model(target)];
}

/** One entry of the object form. Null: not asked for. */
function fromEntry(
  context: PlanContext,
  place: PopulatePlace,
  [name, value]: readonly [string, QueryValue],
): ChildRequest | null {
  const { model, path } = place;
  const attribute = model.attributes.get(name);
  if (!attribute && isInherited(name)) return null;
  if (!attribute) throw badKey(name, dotted(path), 'populate');
  if (attribute.kind === 'scalar') throw badKey(name, trailOf(place, name), 'populate');
  const here = [...path, name];
  const plain: ChildRequest = { attribute, options: {}, populate: { form: 'none' } };
  if (isObject(value)) return { ...plain, options: value };
  const flag = value === null ? true : parseFlag(value);
  if (flag !== undefined) return flag || attribute.private ? plain : null;
  if (value === '*' && (attribute.private || isForbidden(attribute, context.access))) return plain;
  if (attribute.kind === 'dynamiczone') throw badZoneOptions(model, attribute.name, value);
  const target = modelsBehind(context, attribute)[0] ?? null;
  if (isMorphOwner(attribute)) return null;
  if (value === '*' && target && !firstReadable(context, target)) return plain;
  throw badEntry(context, { path: here, target }, value);
}

/** A text that is no flag: `*` is refused at the first attribute that it would populate, as recorded. */
export function badEntry(
  context: PlanContext,
  { path, target }: { path: readonly string[]; target: Model | null },
  value: QueryValue,
): AppError {
  const first = value === '*' && target ? firstReadable(context, target) : undefined;
  if (first) return invalidKey({ key: first.name, path: [...path, first.name].join('.') });
  return badKey(shown(value), dotted(path), 'populate');
}

/** Zones take fragments only (spec/read.md, "Dynamic zones"). */
export function badZoneOptions(model: Model, name: string, options: QueryValue): AppError {
  return validationError(
    `Invalid nested populate for ${model.singularName}.${name} (${model.uid}). ` +
      `Expected a fragment ("on") or "count" but found ${JSON.stringify(options)}`,
  );
}

/** The populate of an attribute: its own option, or what is left of a dotted path. */
export function nestedPopulate(request: Pick<ChildRequest, 'options' | 'populate'>): Populate {
  return 'populate' in request.options
    ? parsePopulate(request.options['populate'], true)
    : request.populate;
}
