// In charge of which attributes are visible (`conditions.visible`, JSON logic over the values beside them): the rules
// of others do not count (docs/strapi/writing.md, "Options").
import type { JsonObject } from '../base/json.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute } from '../schema/types.ts';

/** Whether an attribute is visible, by what was sent for the row or component that has it. */
export type Visibility = (attribute: Attribute, data: JsonObject) => boolean;

export const ALL_VISIBLE: Visibility = () => true;

/** The visibility of a content model. What evaluates conditions is loaded only where there are some. */
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
      // Values that no operator takes, such as an object that cannot be a text: the rules count.
      return true;
    }
  };
}

/** Null where there is none, or one that is empty, which means nothing. */
function conditionOf({ raw }: Attribute): object | null {
  const conditions = raw['conditions'];
  const visible =
    typeof conditions === 'object' && conditions !== null && 'visible' in conditions
      ? conditions.visible
      : null;
  return typeof visible === 'object' ? visible : null;
}
