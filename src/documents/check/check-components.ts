// In charge of checking the values of component attributes, single and repeatable, and of dynamic zones
// (docs/strapi/writing.md, "Components" and "Dynamic zones"): their shapes and lengths, and which rows they stand for.
import { MAX_PATH_STEPS } from '../../base/limits.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';
import { notRelated } from '../components.ts';
import type { Finding } from '../finding.ts';
import type { ComponentInput } from '../input.ts';
import { isTooDeep } from '../../base/json.ts';
import { typeError } from '../values/type-error.ts';
import { itemsInOrder } from './answer-order.ts';
import { failed, itemPlace, NOTHING, pathOf } from './check-context.ts';
import type { CheckContext, Found, Place } from './check-context.ts';
import { sentRow, toItem } from './component-item.ts';
import { echoList } from './echo.ts';
import { isLimited, lengthFault } from './list-limits.ts';
import { mergeKept } from './merge-kept.ts';
import type { FoundDocuments } from './relation-echo.ts';
import { readZoneItem, zoneProblem } from './zone-item.ts';

/** What was found in an attribute, and its whole new content; null: it stays as it is. */
export interface CheckedComponents extends Found {
  readonly components: readonly ComponentInput[] | null;
}

/** @param value Undefined where the key is missing */
export function checkComponents(
  context: CheckContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  { value, place }: { readonly value: JsonValue | undefined; readonly place: Place },
): CheckedComponents {
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  if (value === undefined) return checkMissing(context, attribute, { isList, place });
  if (!isList) return checkSingle(context, attribute, { value, place });
  if (Array.isArray(value)) return checkList(context, attribute, { items: value, place });
  if (value === null && context.free) return { ...NOTHING, components: [] };
  const message = typeError(place.label, 'array', value);
  const problem = attribute.kind === 'dynamiczone' ? zoneProblem(context.registry, value) : null;
  return { ...failed(place, { message, value }), problem, components: null };
}

/** A draft need not have a single component, but a list all the same. */
function checkMissing(
  { draft, free, missing }: CheckContext,
  { raw }: ComponentAttribute | DynamicZoneAttribute,
  { isList, place }: { readonly isList: boolean; readonly place: Place },
): CheckedComponents {
  const isMissed = place.isNew && !free && Boolean(raw['required']) && (isList || !draft);
  if (!isMissed) return { ...NOTHING, components: null };
  const failure =
    missing === 'null'
      ? { message: typeError(place.label, isList ? 'array' : 'object', null), value: null }
      : { message: `${place.label} must be defined.` };
  return { ...failed(place, failure, 2), components: null };
}

function checkSingle(
  context: CheckContext,
  attribute: ComponentAttribute,
  { value, place }: { readonly value: JsonValue; readonly place: Place },
): CheckedComponents {
  if (isJsonObject(value)) {
    const item = checkItem(context, { uid: attribute.component, data: value, place });
    return { ...item, late: lateOf(attribute, [item]), components: [item.component] };
  }
  const isNullable = context.draft || !attribute.raw['required'];
  if (value === null && isNullable) return { ...NOTHING, components: [] };
  const message = typeError(place.label, 'object', value);
  return { ...failed(place, { message, value }), components: null };
}

function checkList(
  context: CheckContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  { items, place }: { readonly items: readonly JsonValue[]; readonly place: Place },
): CheckedComponents {
  const checked = items.map((item, i) =>
    checkListItem(context, attribute, { item, place: itemPlace(place, i) }),
  );
  const fault = lengthFault(attribute, items.length, { label: place.label, draft: context.draft });
  const failure = fault === null ? [] : [lengthFailure(fault)];
  const longest = checked.reduce((most, { rounds }) => Math.max(most, rounds), 0);
  return {
    findings: itemsInOrder(checked).concat(failure),
    late: lateOf(attribute, checked),
    problem: checked.find(({ problem }) => problem !== null)?.problem ?? null,
    rounds: 1 + (isLimited(attribute) ? 1 : 0) + longest,
    components: mergeKept(checked.map(({ component }) => component)),
  };

  function lengthFailure(message: string): Finding {
    const shown = (found: FoundDocuments): unknown => {
      const value = echoList({ ...context, found }, attribute, items);
      return isTooDeep(value) ? undefined : value;
    };
    return { kind: 'failure', failure: { path: pathOf(place), message }, shown };
  }
}

interface CheckedItem extends Found {
  readonly component: ComponentInput | null;
  /** True for an id that no component can have. */
  readonly isForeign?: boolean;
}

/** Ids are looked at before what is sent for them. */
function lateOf(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  items: readonly CheckedItem[],
): Found['late'] {
  if (items.some(({ isForeign }) => isForeign)) return () => notRelated(attribute);
  return items.find(({ late }) => late !== null)?.late ?? null;
}

function checkListItem(
  context: CheckContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  { item, place }: { readonly item: JsonValue; readonly place: Place },
): CheckedItem {
  const data = toItem(item);
  const problem = attribute.kind === 'dynamiczone' ? zoneProblem(context.registry, [data]) : null;
  if (!data) {
    const message = typeError(place.label, 'object', null, item);
    return { ...failed(place, { message, value: null }), problem, component: null };
  }
  if (attribute.kind === 'component') {
    return checkItem(context, { uid: attribute.component, data, place });
  }
  const read = readZoneItem(context.registry, attribute, { item: data, place });
  if ('uid' in read) return checkItem(context, { uid: read.uid, data, place });
  return { ...read, problem, component: null };
}

/** One component that is of its type; what is more than the deepest populate could show is refused. */
function checkItem(
  context: CheckContext,
  { uid, data, place }: { readonly uid: string; readonly data: JsonObject; readonly place: Place },
): CheckedItem & { readonly component: ComponentInput } {
  const row = place.isNew ? 'new' : sentRow(data);
  const models = [...place.models, uid];
  if (models.length > MAX_PATH_STEPS) {
    const message = `${place.label} must not nest components more than ${MAX_PATH_STEPS} levels deep`;
    return { ...failed(place, { message }), component: emptyComponent(uid) };
  }
  const model = context.registry.model(uid);
  const { step, label } = place;
  const found = context.checkObject({ model, data }, { step, label, models, isNew: row === 'new' });
  const { values, components, relations, findings, late, problem, rounds } = found;
  const id = typeof row === 'number' ? row : null;
  const component = { uid, id, values, components, relations };
  return { findings, late, problem, rounds, isForeign: row === 'unknown', component };
}

function emptyComponent(uid: string): ComponentInput {
  return { uid, id: null, values: new Map(), components: new Map(), relations: new Map() };
}
