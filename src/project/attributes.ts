// In charge of going through the attributes of definitions that are not checked yet and changing or dropping
// some of them. Definitions without a change stay the same objects.
import { isRecord, toRecord, type RawRecord } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';

/** Gives the attribute to keep: the same, a changed one, or undefined to leave it out. */
export type AttributeChange = (
  attribute: RawRecord,
  place: { readonly name: string; readonly definition: RawDefinition },
) => RawRecord | undefined;

/** The definition with every attribute as `change` gives it. */
export function mapAttributes(definition: RawDefinition, change: AttributeChange): RawDefinition {
  const json = toRecord(definition.json);
  if (!isRecord(json['attributes'])) return definition;
  let changed = false;
  const kept = Object.entries(json['attributes']).flatMap(([name, attribute]) => {
    if (!isRecord(attribute)) return [[name, attribute]];
    const after = change(attribute, { name, definition });
    changed ||= after !== attribute;
    return after === undefined ? [] : [[name, after]];
  });
  if (!changed) return definition;
  return { ...definition, json: { ...json, attributes: Object.fromEntries(kept) } };
}
