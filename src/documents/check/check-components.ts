// Checks the values of components and dynamic zones (docs/strapi/writing.md, "Components" and "Dynamic zones").
import { MAX_PATH_STEPS } from '../../base/limits.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';
import type { Finding } from './finding.ts';
import type { ComponentInput } from '../input.ts';
import { isTooDeep } from '../../base/json.ts';
import { typeError } from '../../base/type-error.ts';
import { sortItemFindings } from './error-order.ts';
import { failed, itemLocation, NO_FINDINGS, pathOf } from './check-context.ts';
import type { CheckContext, CheckResult, DataLocation } from './check-context.ts';
import { notRelated, sentRow, toItem } from './component-item.ts';
import { echoList } from './echo.ts';
import type { FoundDocuments } from './relation-echo.ts';
import { extraKeysOf } from './walk-keys.ts';
import { parseZoneItem, zoneError } from './zone-item.ts';

/** The result for an attribute, and its new components; null if it does not change or its value has a wrong form. */
export interface CheckedComponents extends CheckResult {
  readonly components: readonly ComponentInput[] | null;
}

/** Checks the value of an attribute. @param value Undefined for a missing key */
export function checkComponents(
  context: CheckContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  { value, location }: { readonly value: JsonValue | undefined; readonly location: DataLocation },
): CheckedComponents {
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  if (value === undefined) return checkMissing(context, attribute, { isList, location });
  if (!isList) return checkSingle(context, attribute, { value, location });
  if (Array.isArray(value)) return checkList(context, attribute, { items: value, location });
  if (value === null && context.isHidden) return { components: [], ...NO_FINDINGS };
  const message = typeError(location.label, 'array', { value });
  const relationError =
    attribute.kind === 'dynamiczone' ? zoneError(context.registry, value) : null;
  return { ...failed(location, { message, value }), relationError, components: null };
}

/** A required single component may be missing in a draft, but a required list may not. */
function checkMissing(
  { draft, isHidden, missing }: CheckContext,
  { raw }: ComponentAttribute | DynamicZoneAttribute,
  { isList, location }: { readonly isList: boolean; readonly location: DataLocation },
): CheckedComponents {
  const isMissed = location.isNew && !isHidden && Boolean(raw['required']) && (isList || !draft);
  if (!isMissed) return { components: null, ...NO_FINDINGS };
  const failure =
    missing === 'null'
      ? {
          message: typeError(location.label, isList ? 'array' : 'object', { value: null }),
          value: null,
        }
      : { message: `${location.label} must be defined.` };
  return { ...failed(location, failure, 2), components: null };
}

function checkSingle(
  context: CheckContext,
  attribute: ComponentAttribute,
  { value, location }: { readonly value: JsonValue; readonly location: DataLocation },
): CheckedComponents {
  if (isJsonObject(value)) {
    const item = checkItem(context, attribute, { uid: attribute.component, data: value, location });
    const { findings, relationError, rounds, component } = item;
    const deferredError = deferredErrorOf(attribute, [item]);
    return { findings, deferredError, relationError, rounds, components: component && [component] };
  }
  const isNullable = context.draft || !attribute.raw['required'];
  if (value === null && isNullable) return { components: [], ...NO_FINDINGS };
  const message = typeError(location.label, 'object', { value });
  return { ...failed(location, { message, value }), components: null };
}

function checkList(
  context: CheckContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  { items, location }: { readonly items: readonly JsonValue[]; readonly location: DataLocation },
): CheckedComponents {
  const checked = items.map((item, i) => {
    const at = itemLocation(location, i, typeof item === 'string');
    const result = checkListItem(context, attribute, { item, location: at });
    if (!result.component) context.body?.walk(attribute, { value: [item], location });
    return result;
  });
  const fault = lengthFault(attribute, items.length, {
    label: location.label,
    draft: context.draft,
  });
  const failure = fault === null ? [] : [lengthFailure(fault)];
  const longest = checked.reduce((most, { rounds }) => Math.max(most, rounds), 0);
  return {
    findings: sortItemFindings(checked).concat(failure),
    deferredError: deferredErrorOf(attribute, checked),
    relationError:
      checked.find(({ relationError }) => relationError !== null)?.relationError ?? null,
    rounds: 1 + (isLimited(attribute) ? 1 : 0) + longest,
    components: mergeRepeated(checked.map(({ component }) => component)),
  };

  function lengthFailure(message: string): Finding {
    const shown = (found: FoundDocuments): unknown => {
      const value = echoList({ ...context, found }, attribute, items);
      return isTooDeep(value) ? undefined : value;
    };
    return { kind: 'failure', failure: { path: pathOf(location), message }, shown };
  }
}

/** The name of a list, and whether its limits apply. */
interface ListRules {
  /** The name in messages, such as `sizes`. */
  readonly label: string;
  /** True for a draft, which may have any number. */
  readonly draft: boolean;
}

/** The error message for the length of a list, or null. An empty list may have fewer than `min` items unless it is required. */
function lengthFault(
  { raw }: ComponentAttribute | DynamicZoneAttribute,
  length: number,
  { label, draft }: ListRules,
): string | null {
  if (draft) return null;
  const { min, max, required } = raw;
  if (typeof min === 'number' && length < min && (length > 0 || Boolean(required))) {
    return `${label} field must have at least ${min} items`;
  }
  if (typeof max === 'number' && length > max) {
    return `${label} field must have less than or equal to ${max} items`;
  }
  return null;
}

/** True if a list has limits. */
function isLimited({ raw }: ComponentAttribute | DynamicZoneAttribute): boolean {
  return ['min', 'max', 'required'].some((key) => Boolean(raw[key]));
}

/**
 * Merges components of a list that refer to the same row: it keeps its first position and gets the last values.
 * @param components Items of a list; null for an invalid item
 */
function mergeRepeated(components: readonly (ComponentInput | null)[]): readonly ComponentInput[] {
  const merged = new Map<string | ComponentInput, ComponentInput>();
  for (const component of components) {
    if (!component) continue;
    const key = component.id === null ? component : `${component.uid} ${component.id}`;
    const first = merged.get(key);
    merged.set(key, first ? merge(first, component) : component);
  }
  return [...merged.values()];
}

function merge(first: ComponentInput, last: ComponentInput): ComponentInput {
  return {
    ...first,
    values: new Map([...first.values, ...last.values]),
    components: new Map([...first.components, ...last.components]),
    relations: new Map([...first.relations, ...last.relations]),
  };
}

interface CheckedItem extends CheckResult {
  /** Null if the item is not checked as a component. */
  readonly component: ComponentInput | null;
  /** True for an id that cannot be the id of a component. */
  readonly isForeign?: boolean;
}

/** The first deferred error: ids are checked before the values of components. */
function deferredErrorOf(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  items: readonly CheckedItem[],
): CheckResult['deferredError'] {
  if (items.some(({ isForeign }) => isForeign)) return () => notRelated(attribute);
  return items.find(({ deferredError }) => deferredError !== null)?.deferredError ?? null;
}

function checkListItem(
  context: CheckContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  { item, location }: { readonly item: JsonValue; readonly location: DataLocation },
): CheckedItem {
  const data = toItem(item);
  const relationError =
    attribute.kind === 'dynamiczone' ? zoneError(context.registry, [data]) : null;
  if (!data) {
    const message = typeError(location.label, 'object', { value: null, original: item });
    return { ...failed(location, { message, value: null }), relationError, component: null };
  }
  if (attribute.kind === 'component') {
    return checkItem(context, attribute, { uid: attribute.component, data, location });
  }
  const read = parseZoneItem(context.registry, attribute, { item: data, location });
  if ('uid' in read) return checkItem(context, attribute, { uid: read.uid, data, location });
  return { ...read, relationError, component: null };
}

/** Checks one component. The nesting is limited to the depth that populate can read. */
function checkItem(
  context: CheckContext,
  { kind }: ComponentAttribute | DynamicZoneAttribute,
  {
    uid,
    data,
    location,
  }: { readonly uid: string; readonly data: JsonObject; readonly location: DataLocation },
): CheckedItem {
  const row = location.isNew ? 'new' : sentRow(data);
  const models = [...location.models, uid];
  if (models.length > MAX_PATH_STEPS) {
    const message = `${location.label} must not nest components more than ${MAX_PATH_STEPS} levels deep`;
    return { ...failed(location, { message }), component: null };
  }
  const model = context.registry.model(uid);
  const { step, label, isText } = location;
  const extra = extraKeysOf(kind);
  const at = { step, label, models, isNew: row === 'new', isText };
  const found = context.checkObject({ model, extra, data }, at);
  const { values, components, relations, findings, deferredError, relationError, rounds } = found;
  const id = typeof row === 'number' ? row : null;
  const component = { uid, id, values, components, relations };
  return {
    findings,
    deferredError,
    relationError,
    rounds,
    isForeign: row === 'unknown',
    component,
  };
}
