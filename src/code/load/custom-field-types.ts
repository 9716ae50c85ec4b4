// Custom fields in the models of a project: after `register`, code sees the types in which they are stored.
import { toText } from '../../schema/raw.ts';
import type { Model } from '../strapi/strapi.ts';

/**
 * Sets the types of custom fields. Unregistered fields are not changed. @param types Types by custom field, such as
 * `plugin::color-picker.color`
 */
export function setCustomFieldTypes(
  models: readonly Model[],
  types: ReadonlyMap<string, string>,
): void {
  for (const { attributes } of models) {
    for (const [name, attribute] of Object.entries(attributes)) {
      if (attribute.type !== 'customField') continue;
      const type = types.get(toText(attribute['customField']) ?? '');
      if (type !== undefined) attributes[name] = { ...attribute, type };
    }
  }
}
