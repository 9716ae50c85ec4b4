// Fills email templates: replaces `<%= NAME %>` with known values. Nothing is evaluated.
import { escapeHtml } from '../../base/html.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';

/** Values by name; nested ones are named `USER.email`. */
export type TemplateValues = Readonly<Record<string, string | null | JsonObject>>;

/** @param form With `html`, values are escaped */
export function fillTemplate(
  template: string,
  values: TemplateValues,
  form: 'text' | 'html',
): string {
  return template.replaceAll(/<%=\s{0,10}([\w.]{1,100})\s{0,10}%>/g, (all, name: string) => {
    const value = valueOf(values, name);
    if (value === undefined) return all;
    const text = value === null ? '' : String(value);
    return form === 'html' ? escapeHtml(text) : text;
  });
}

/** Undefined if the name is unknown or not a single value. */
function valueOf(values: TemplateValues, name: string): JsonValue | undefined {
  const [first = '', second, ...more] = name.split('.');
  const value = Object.hasOwn(values, first) ? values[first] : undefined;
  if (second === undefined) return typeof value === 'object' && value !== null ? undefined : value;
  if (more.length > 0 || typeof value !== 'object' || value === null) return undefined;
  const inner = Object.hasOwn(value, second) ? value[second] : undefined;
  return typeof inner === 'object' && inner !== null ? undefined : inner;
}
