// Fills `<%= name %>` in a text with values by their dotted names. Nothing is evaluated, and other markers stay.
import { objects } from '../../packages/strapi-utils/primitives.ts';
import { createStrictInterpolationRegExp } from '../../packages/strapi-utils/template-patterns.ts';
import { valueAt } from '../../packages/strapi-utils/values.ts';

/** The text with the values in it. Values that are null or undefined are empty. */
export function fillEmailTemplate(layout: string, data: object): string {
  const names = objects.keysDeep(data).map((name) => name.replaceAll(/[^\w.]/g, '\\$&'));
  if (names.length === 0) return layout;
  const pattern = createStrictInterpolationRegExp(names, 'g');
  return layout.replaceAll(pattern, (_all, name: string) => String(valueAt(data, name) ?? ''));
}
