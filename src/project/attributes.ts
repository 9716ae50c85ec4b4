// Changes, removes and replaces unchecked definitions and their attributes. Definitions without a change keep their identity.
import { isRecord, type RawRecord, toRecord, valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';

/** Returns the attribute to keep, unchanged or changed, or undefined to remove it. */
export type AttributeMapper = (
  attribute: RawRecord,
  location: { readonly name: string; readonly definition: RawDefinition },
) => RawRecord | undefined;

/** Applies `change` to all attributes of a definition. */
export function mapAttributes(definition: RawDefinition, change: AttributeMapper): RawDefinition {
  const json = toRecord(definition.json);
  if (!isRecord(json['attributes'])) return definition;
  let changed = false;
  const attributes = Object.entries(json['attributes']).flatMap(([name, attribute]) => {
    if (!isRecord(attribute)) return [[name, attribute]];
    const after = change(attribute, { name, definition });
    changed ||= after !== attribute;
    return after === undefined ? [] : [[name, after]];
  });
  if (!changed) return definition;
  return { ...definition, json: { ...json, attributes: Object.fromEntries(attributes) } };
}

/** The definitions at their position, replaced by those with the same uid; new ones follow. */
export function replaceDefinitions(
  definitions: readonly RawDefinition[],
  by: readonly RawDefinition[],
): readonly RawDefinition[] {
  const others = new Map(by.map((each) => [each.uid, each]));
  const uids = new Set(definitions.map(({ uid }) => uid));
  return [
    ...definitions.map((each) => others.get(each.uid) ?? each),
    ...by.filter(({ uid }) => !uids.has(uid)),
  ];
}

/** Returns definitions with the listed attributes private. */
export function markPrivateAttributes(
  definitions: readonly RawDefinition[],
  everywhere: readonly string[],
): readonly RawDefinition[] {
  return definitions.map((definition) => {
    const own = valueAt(definition.json, 'options.privateAttributes');
    const names = new Set<unknown>([...everywhere, ...(Array.isArray(own) ? own : [])]);
    return mapAttributes(definition, (attribute, { name }) =>
      names.has(name) && attribute['private'] !== true
        ? { ...attribute, private: true }
        : attribute,
    );
  });
}
