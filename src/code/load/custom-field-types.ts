// Custom fields in the models of a project: once `register` has run, code sees the types that they are stored as.
import { toText } from '../../schema/raw.ts';
import type { Model } from '../strapi/strapi.ts';

/**
 * Gives the attributes of models their types. Unregistered fields are not changed.
 * @param types Types by custom field, such as `plugin::color-picker.color`
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
