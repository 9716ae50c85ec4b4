// Evaluates `conditions.visible` (JSON logic on the values of a row): the rules of attributes that are not visible do not
// apply (docs/strapi/writing.md, "Options").
import type { JsonObject } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute } from '../../schema/types.ts';

/** Returns true if an attribute is visible. @param data The data of the row or component */
export type Visibility = (attribute: Attribute, data: JsonObject) => boolean;

export const ALL_VISIBLE: Visibility = () => true;

/** Loads the conditions of a content model. The JSON logic package is loaded only if there are any. */
export async function loadVisibility({ contentTypes, components }: Registry): Promise<Visibility> {
  const attributes = [...contentTypes.values(), ...components.values()].flatMap((model) => [
    ...model.attributes.values(),
  ]);
  const conditions = new Map(
    attributes.flatMap((attribute) => {
      const condition = conditionOf(attribute);
      return condition ? [[attribute, condition] as const] : [];
    }),
  );
  if (conditions.size === 0) return ALL_VISIBLE;
  const { default: logic } = await import('json-logic-js');
  return (attribute, data) => {
    const condition = conditions.get(attribute);
    if (!condition) return true;
    try {
      return Boolean(logic.apply(condition, data));
    } catch {
      // A value that an operator cannot handle, such as an object without a string form: the rules apply.
      return true;
    }
  };
}

/** The condition of an attribute, or null. */
function conditionOf({ raw }: Attribute): object | null {
  const conditions = raw['conditions'];
  const visible =
    typeof conditions === 'object' && conditions !== null && 'visible' in conditions
      ? conditions.visible
      : null;
  return typeof visible === 'object' ? visible : null;
}
