// Forms of populate: brings each to one request per attribute.
import { invalidKey, validationError, type AppError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type {
  ParamValue,
  Populate,
  PopulateEntry,
  PopulateOptions,
  PopulateValue,
} from '../params.ts';
import { isMorphOwner } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { badKey, dotted, isForbidden } from './names.ts';
import { modelsBehind } from './populate-paths.ts';

/** What was asked for under one attribute. */
export interface ChildRequest {
  readonly attribute: Attribute;
  readonly options: PopulateOptions;
  readonly populate: Populate;
}

/** No options are given. */
export const NO_OPTIONS: PopulateOptions = { given: [], written: {} };

/** Where a populate stands: the model it is of, and for errors the way to it from the root. */
export interface PopulatePlace {
  readonly model: Model;
  /** Attribute names. */
  readonly path: readonly string[];
  /** The keys as they were written, such as `author.populate.mentor`; empty at the root. */
  readonly trail: string;
  /**
   * True below a morphOne or morphMany, where entries of every type show their `locale` (docs/strapi/reading.md,
   * "Polymorphic relations").
   */
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
 * Brings a populate to one request per attribute, those among them that the caller may not see. Dotted paths must have
 * been checked. One by one: a mistake below an attribute is answered before those in the names that follow.
 * @throws ValidationError
 */
export function* populateRequests(
  context: PlanContext,
  place: PopulatePlace,
  populate: Populate,
): Iterable<ChildRequest> {
  if (populate.form === 'paths') yield* fromPaths(place.model, populate);
  if (populate.form === 'all') {
    for (const attribute of populatable(place.model)) yield plainRequest(attribute);
  }
  if (populate.form === 'object') {
    for (const entry of populate.entries) {
      const request = fromEntry(context, place, entry);
      if (request) yield request;
    }
  }
}

function plainRequest(attribute: Attribute): ChildRequest {
  return { attribute, options: NO_OPTIONS, populate: { form: 'none' } };
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
  model: Model,
  { paths, last }: Populate & { form: 'paths' },
): readonly ChildRequest[] {
  const rests = new Map<string, (readonly string[])[]>();
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue;
    const known = rests.get(name);
    if (rest.length > 0) rests.set(name, [...(known ?? []), rest]);
    else if (!known || last) rests.set(name, []);
  }
  return [...rests].flatMap(([name, nested]) => {
    const attribute = model.attributes.get(name);
    if (!attribute) return [];
    return {
      attribute,
      options: NO_OPTIONS,
      populate: nested.length > 0 ? { form: 'paths', paths: nested, last } : { form: 'none' },
    };
  });
}

/** One entry of the object form. Null: not asked for. */
function fromEntry(
  context: PlanContext,
  place: PopulatePlace,
  { name, value }: PopulateEntry,
): ChildRequest | null {
  const { model, path } = place;
  const attribute = model.attributes.get(name);
  if (!attribute) throw badKey(name, dotted(path), 'populate');
  if (attribute.kind === 'scalar') throw badKey(name, trailOf(place, name), 'populate');
  const plain = plainRequest(attribute);
  const isAll = value.form === 'all';
  if (value.form === 'none') return plain;
  if (value.form === 'flag') return value.flag || attribute.private ? plain : null;
  if (value.form === 'options' && !value.isText) return { ...plain, options: value.options };
  if (isAll && (attribute.private || isForbidden(attribute, context.access))) return plain;
  if (attribute.kind === 'dynamiczone') {
    context.deferForm(badZoneOptions(model, attribute.name, writtenOf(value)));
    return plain;
  }
  if (isMorphOwner(attribute)) return null;
  const target = modelsBehind(context.registry, attribute)[0] ?? null;
  if (isAll && target) {
    refuseEverything(context, { path: [...path, name], target });
    return plain;
  }
  return { ...plain, options: optionsOf(context, value) };
}

/** The options of an entry that is neither a flag nor `*`. */
export function optionsOf(context: PlanContext, value: PopulateValue): PopulateOptions {
  if (value.form === 'options') return value.options;
  context.deferForm(validationError("Invalid nested populate. Expected '*' or an object"));
  return NO_OPTIONS;
}

/** As it was written, for messages. */
function writtenOf(value: PopulateValue): ParamValue {
  if (value.form === 'options') return value.options.written;
  return value.form === 'invalid' ? value.written : '*';
}

/**
 * `*` in place of options counts as the first attribute that it would populate, which is no option.
 * @throws ValidationError where there is such an attribute
 */
export function refuseEverything(
  context: PlanContext,
  { path, target }: { path: readonly string[]; target: Model },
): void {
  const first = firstReadable(context, target);
  if (first) throw invalidKey({ key: first.name, path: [...path, first.name].join('.') });
}

/** What stands behind several types takes fragments only. */
export function badZoneOptions(model: Model, name: string, options: ParamValue): AppError {
  return validationError(
    `Invalid nested populate for ${model.singularName}.${name} (${model.uid}). ` +
      `Expected a fragment ("on") or "count" but found ${printed(options)}`,
  );
}

function printed(value: ParamValue): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? String(item) : item,
  );
}
