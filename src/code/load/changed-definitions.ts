// Content-types and components that code changed: extensions of plugins and `register` can add attributes, which become part
// of the content model.
import { toRecord, valueAt } from '../../schema/raw.ts';
import { SYSTEM_ATTRIBUTES } from '../../schema/system-attributes.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { copyOf } from '../strapi/config.ts';
import { modelOf } from '../strapi/models.ts';
import type { Model } from '../strapi/strapi.ts';

/** Converts changed models of a project to definitions. Unchanged models are omitted. */
export function changedDefinitions(
  definitions: readonly RawDefinition[],
  current: (uid: string) => Model | undefined,
): readonly RawDefinition[] {
  return definitions.flatMap((definition) => {
    const model = current(definition.uid);
    if (!model) return [];
    const original = modelOf(definition);
    const before = partsOf(original, definition);
    const after = partsOf(model, definition);
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [{ ...definition, json: { ...toRecord(definition.json), ...after } }];
  });
}

/** The stored part of a model, without the attributes that all content-types have. */
function partsOf(
  { attributes, options, pluginOptions }: Model,
  { json, modelType }: RawDefinition,
): Readonly<Record<string, unknown>> {
  const own = toRecord(valueAt(json, 'attributes'));
  const isAdded = (name: string): boolean => SYSTEM_ATTRIBUTES.has(name) && own[name] === undefined;
  const remaining = Object.entries(attributes).filter(
    ([name]) => modelType === 'component' || !isAdded(name),
  );
  return {
    attributes: Object.fromEntries(remaining.map(([name, fields]) => [name, copyOf(fields)])),
    options: copyOf(options),
    pluginOptions: copyOf(pluginOptions),
  };
}
