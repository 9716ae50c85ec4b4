// Replaces `<%= name %>` in a text with values by dotted name. It evaluates no expressions, and leaves other markers
// unchanged.
import { objects } from '../../packages/strapi-utils/primitives.ts';
import { createStrictInterpolationRegExp } from '../../packages/strapi-utils/template-patterns.ts';
import { valueAt } from '../../packages/strapi-utils/values.ts';

/** Replaces the variables. Null and undefined become empty strings. */
export function fillEmailTemplate(layout: string, data: object): string {
  const names = objects.keysDeep(data).map((name) => name.replaceAll(/[^\w.]/g, '\\$&'));
  if (names.length === 0) return layout;
  const pattern = createStrictInterpolationRegExp(names, 'g');
  return layout.replaceAll(pattern, (_all, name: string) => String(valueAt(data, name) ?? ''));
}
