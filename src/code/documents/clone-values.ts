// Data of a clone: the values of its source, merged with the submitted ones at all levels, as `documents.clone` of Strapi does.
import type { JsonObject } from '../../base/json.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import { isPlainObject, isRecord } from '../packages/strapi-utils/values.ts';
import type { Fields } from '../strapi/code-values.ts';

/** Merges the submitted values of a clone, or of a component in it, with those of its source. */
export function mergeClone(
  registry: Registry,
  model: Model,
  [source, sent]: readonly [JsonObject, Fields],
): Fields {
  const merged = Object.entries(sent).flatMap(([name, value]) => {
    const attribute = model.attributes.get(name);
    const known: unknown = Object.hasOwn(source, name) ? source[name] : undefined;
    if (value === undefined) return [];
    return [[name, attribute ? mergeValue(registry, attribute, [known, value]) : value] as const];
  });
  return Object.fromEntries([...Object.entries(source), ...merged]);
}

type Values = readonly [source: unknown, sent: unknown];

function mergeValue(registry: Registry, attribute: Attribute, values: Values): unknown {
  switch (attribute.kind) {
    case 'scalar':
      return mergeJson(values);
    case 'component': {
      const model = registry.model(attribute.component);
      return mergeItems(values, (item) => mergeComponent(registry, model, item));
    }
    case 'dynamiczone':
      return mergeItems(values, (item) => {
        const [source, sent] = item.map(toRecord);
        const uid = sent?.['__component'] ?? source?.['__component'];
        if (typeof uid !== 'string' || !registry.has(uid)) return item[1];
        return mergeComponent(registry, registry.model(uid), item);
      });
    default:
      return mergeLinks(values);
  }
}

/** Lists are merged item by item, so a shorter list does not remove items. */
function mergeItems([source, sent]: Values, merge: (item: Values) => unknown): unknown {
  if (!Array.isArray(sent) || !Array.isArray(source)) return merge([source, sent]);
  const length = Math.max(source.length, sent.length);
  return Array.from({ length }, (_, i) => {
    if (sent[i] === undefined) return source[i] as unknown;
    return i < source.length ? merge([source[i], sent[i]]) : (sent[i] as unknown);
  });
}

function mergeComponent(registry: Registry, model: Model, [source, sent]: Values): unknown {
  if (!isRecord(source) || !isPlainObject(sent)) return sent;
  return mergeClone(registry, model, [source as JsonObject, sent]);
}

/** Objects and lists are merged; any other value replaces that of the source. */
function mergeJson([source, sent]: Values): unknown {
  if (Array.isArray(sent) && Array.isArray(source)) return mergeItems([source, sent], mergeJson);
  if (!isPlainObject(sent) || !isRecord(source)) return sent;
  const merged = Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const known: unknown = Object.hasOwn(source, name) ? source[name] : undefined;
    return [[name, mergeJson([known, value])] as const];
  });
  return Object.fromEntries([...Object.entries(source), ...merged]);
}

/** Operations replace the links of the source, unless they are empty. */
function mergeLinks(values: Values): unknown {
  const [source, sent] = values;
  if (!isRecord(sent)) return mergeItems(values, ([, link]) => link);
  const { set, connect, disconnect } = sent;
  if (set !== undefined) return sent;
  const isOperation = 'connect' in sent || 'disconnect' in sent;
  const isEmpty = [connect, disconnect].every((part) =>
    Array.isArray(part) ? part.length === 0 : (part ?? null) === null,
  );
  return isOperation && isEmpty ? (source ?? null) : sent;
}
