// In charge of the forms of populate: brings each to one request per attribute and checks names and rights
// (spec/read.md section 10).
import { invalidKey, validationError, type AppError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Populate, QueryObject, QueryValue } from '../params.ts';
import { parsePopulate } from '../parse/populate.ts';
import { isObject, parseFlag, shown } from '../parse/values.ts';
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
}

/** The trail of an attribute of a place. */
export function trailOf({ trail }: PopulatePlace, name: string): string {
  return trail === '' ? name : `${trail}.populate.${name}`;
}

/**
 * Brings a populate to one request per attribute. Dotted paths with a part that may not be read are left out.
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
      return populatable(place.model)
        .filter((attribute) => !attribute.private)
        .map((attribute) => ({ attribute, options: {}, populate: { form: 'none' } }));
    case 'paths':
      return fromPaths(context, place, populate);
    case 'object':
      return Object.entries(populate.entries).flatMap(
        ([name, value]) => fromEntry(context, place, [name, value]) ?? [],
      );
  }
}

/** Every attribute that populate can ask for, in schema order. */
export function populatable(model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter((attribute) => attribute.kind !== 'scalar');
}

function isReadable({ access }: PlanContext, attribute: Attribute): boolean {
  return !isForbidden(attribute, access);
}

/** Dotted paths, grouped by their first name. */
function fromPaths(
  context: PlanContext,
  { model, path }: PopulatePlace,
  { paths, last, lists }: Populate & { form: 'paths' },
): readonly ChildRequest[] {
  const rests = new Map<string, (readonly string[])[]>();
  for (const names of paths) {
    if (!isAllowedPath(context, { model, path }, names)) continue;
    const [name = '', ...rest] = names;
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

/** Checks a dotted path. False: a part of it may not be read, so the whole path is dropped. */
function isAllowedPath(
  context: PlanContext,
  { model, path }: Pick<PopulatePlace, 'model' | 'path'>,
  names: readonly string[],
): boolean {
  let models: readonly Model[] = [model];
  let allowed = true;
  for (const [depth, name] of names.entries()) {
    const here = names.slice(0, depth + 1).join('.');
    const found = models.flatMap((candidate) => candidate.attributes.get(name) ?? []);
    const usable = found.filter((attribute) => attribute.kind !== 'scalar');
    if (name === '') throw badKey(name, dotted(path), 'populate');
    if (usable.length === 0) throw badKey(name, here, 'populate');
    if (usable.every((attribute) => attribute.private)) {
      throw badKey(name, dotted([...path, ...names.slice(0, depth + 1)]), 'populate');
    }
    if (depth < names.length - 1 && usable.every((attribute) => attribute.kind === 'media')) {
      throw badKey(name, here, 'populate');
    }
    if (!usable.some((attribute) => isReadable(context, attribute))) allowed = false;
    models = [...new Set(usable.flatMap((attribute) => modelsBehind(context, attribute)))];
  }
  return allowed;
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
  if (!attribute) throw badKey(name, dotted(path), 'populate');
  if (attribute.kind === 'scalar') throw badKey(name, trailOf(place, name), 'populate');
  const here = [...path, name];
  const plain: ChildRequest = { attribute, options: {}, populate: { form: 'none' } };
  if (isObject(value)) return { ...plain, options: value };
  const flag = value === null ? true : parseFlag(value);
  if (flag !== undefined) return flag ? plain : null;
  if (attribute.kind === 'dynamiczone') throw badZoneOptions(model, attribute.name, value);
  const target = modelsBehind(context, attribute)[0] ?? null;
  if (value === '*' && target && populatable(target).length === 0) return plain;
  throw badEntry({ path: here, target }, value);
}

/** A text that is no flag: `*` is refused at the first attribute that it would populate, as recorded. */
export function badEntry(
  { path, target }: { path: readonly string[]; target: Model | null },
  value: QueryValue,
): AppError {
  const first = value === '*' && target ? populatable(target)[0] : undefined;
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
