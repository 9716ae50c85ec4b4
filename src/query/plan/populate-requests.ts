// Converts all forms of `populate` to one request for each attribute.
import { invalidKey } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Populate, PopulateEntry, PopulateOptions } from '../params.ts';
import { isMorphOwner } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { invalidQueryKey, dotted, isForbidden } from './names.ts';
import { invalidZoneOptions, NO_OPTIONS, optionsOf, textOfValue } from './populate-options.ts';
import { targetModels } from './populate-paths.ts';

/** The requested population of one attribute. */
export interface ChildRequest {
  readonly attribute: Attribute;
  readonly options: PopulateOptions;
  readonly populate: Populate;
}

/** The level of a `populate`: its model, and the path to it from the root for errors. */
export interface PopulateLevel {
  readonly model: Model;
  /** Attribute names. */
  readonly path: readonly string[];
  /** The keys of the query, such as `author.populate.mentor`; empty at the root. */
  readonly trail: string;
  /**
   * True below morphOne and morphMany, where all entries contain their `locale` (docs/strapi/reading.md,
   * "Polymorphic relations").
   */
  readonly locales: boolean;
}

/** The root level of a query. */
export function rootLevel(model: Model): PopulateLevel {
  return { model, path: [], trail: '', locales: false };
}

/** The trail of an attribute of a level. */
export function trailOf({ trail }: PopulateLevel, name: string): string {
  return trail === '' ? name : `${trail}.populate.${name}`;
}

/**
 * Yields one request for each populated attribute, including those that the caller may not see. Dotted paths must have been
 * checked. The requests are lazy, since an error below an attribute is reported before errors in the names after it.
 * @throws ValidationError
 */
export function* populateRequests(
  context: PlanContext,
  level: PopulateLevel,
  populate: Populate,
): Iterable<ChildRequest> {
  if (populate.form === 'paths') yield* fromPaths(level.model, populate);
  if (populate.form === 'all') {
    for (const attribute of populatable(level.model)) yield plainRequest(attribute);
  }
  if (populate.form === 'object') {
    for (const entry of populate.entries) {
      const request = fromEntry(context, level, entry);
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

/** All attributes that can be populated, in the order of the schema. */
function populatable(model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter(
    (attribute) => attribute.kind !== 'scalar' && !attribute.private,
  );
}

/** The requests of dotted paths, grouped by their first name. */
function fromPaths(
  model: Model,
  { paths, lastWins }: Populate & { form: 'paths' },
): readonly ChildRequest[] {
  const rests = new Map<string, (readonly string[])[]>();
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue;
    const existing = rests.get(name);
    if (rest.length > 0) rests.set(name, [...(existing ?? []), rest]);
    else if (!existing || lastWins) rests.set(name, []);
  }
  return [...rests].flatMap(([name, nested]) => {
    const attribute = model.attributes.get(name);
    if (!attribute) return [];
    return {
      attribute,
      options: NO_OPTIONS,
      populate: nested.length > 0 ? { form: 'paths', paths: nested, lastWins } : { form: 'none' },
    };
  });
}

/** The request of one entry of the object form; null if it is not requested. */
function fromEntry(
  context: PlanContext,
  level: PopulateLevel,
  { name, value }: PopulateEntry,
): ChildRequest | null {
  const { model, path } = level;
  const attribute = model.attributes.get(name);
  if (!attribute) throw invalidQueryKey(name, dotted(path), 'populate');
  if (attribute.kind === 'scalar') throw invalidQueryKey(name, trailOf(level, name), 'populate');
  const plain = plainRequest(attribute);
  const isAll = value.form === 'all';
  if (value.form === 'none') return plain;
  if (value.form === 'flag') return value.flag || attribute.private ? plain : null;
  if (value.form === 'options' && !value.isText) return { ...plain, options: value.options };
  if (isAll && (attribute.private || isForbidden(attribute, context.access))) return plain;
  if (attribute.kind === 'dynamiczone') {
    context.deferForm(invalidZoneOptions(model, attribute.name, textOfValue(value)));
    return plain;
  }
  if (isMorphOwner(attribute)) return null;
  const target = targetModels(context.registry, attribute)[0] ?? null;
  if (isAll && target) {
    rejectWildcard(context, { path: [...path, name], target });
    return plain;
  }
  return { ...plain, options: optionsOf(context, value) };
}

/**
 * Rejects `*` instead of options: the first attribute that it would populate is reported as an invalid option.
 * @throws ValidationError if there is such an attribute
 */
export function rejectWildcard(
  context: PlanContext,
  { path, target }: { path: readonly string[]; target: Model },
): void {
  const first = firstReadable(context, target);
  if (first) throw invalidKey({ key: first.name, path: [...path, first.name].join('.') });
}
