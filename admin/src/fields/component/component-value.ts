// Parses, validates and serializes values of components by field.
import { isEqualJson, type Json, type JsonObject } from '../../base/json.ts';
import { COMPONENT, isStoredId, itemsOf, newItemId } from '../../model/components.ts';
import type { CheckTime } from '../../model/issues.ts';
import type { ComponentForm, ComponentForms } from '../../model/layout.ts';
import type { Attribute } from '../../model/schema.ts';
import type { FieldKind } from '../field-kind.ts';

/** Components of a form. */
export interface ComponentContext {
  readonly forms: ComponentForms;
  readonly kindOf: (attribute: Attribute) => FieldKind;
}

/** Returns the uid of an item's component: the only one of the field, or the one in the item. */
export function formOf(
  item: JsonObject,
  { component }: Pick<Attribute, 'component'>,
  { forms }: Pick<ComponentContext, 'forms'>,
): ComponentForm | undefined {
  const uid = component ?? item[COMPONENT];
  return typeof uid === 'string' ? forms.get(uid) : undefined;
}

/** Returns a new item. @param uid Component uid */
export function emptyItem(
  uid: string,
  { component }: Pick<Attribute, 'component'>,
  { forms, kindOf }: ComponentContext,
): JsonObject {
  const fields = forms.get(uid)?.fields ?? [];
  return {
    id: newItemId(),
    ...(component === null ? { [COMPONENT]: uid } : {}),
    ...Object.fromEntries(
      fields.map(({ attribute }) => [attribute.name, kindOf(attribute).parse(attribute.default)]),
    ),
  };
}

/** Parses an item. Items of unknown components are unchanged. */
export function parseItem(
  raw: JsonObject,
  attribute: Attribute,
  context: ComponentContext,
): JsonObject {
  const form = formOf(raw, attribute, context);
  if (!form) return raw;
  return {
    id: raw['id'] ?? newItemId(),
    ...(attribute.component === null ? { [COMPONENT]: form.uid } : {}),
    ...Object.fromEntries(
      form.fields.map(({ attribute: { name }, attribute: part }) => [
        name,
        context.kindOf(part).parse(raw[name]),
      ]),
    ),
  };
}

/** Returns the value to send: only changed fields of an existing item. */
export function itemBody(
  item: JsonObject,
  stored: readonly JsonObject[],
  { attribute, context }: { readonly attribute: Attribute; readonly context: ComponentContext },
): JsonObject {
  const { id } = item;
  const before = isStoredId(id) ? stored.find((each) => each['id'] === id) : undefined;
  const form = formOf(item, attribute, context);
  const fields = (form?.fields ?? []).flatMap(
    ({ attribute: part, isEditable }): readonly (readonly [string, Json])[] => {
      const kind = context.kindOf(part);
      const value = item[part.name] ?? null;
      const old = before?.[part.name] ?? null;
      if (!kind.isEditable || !isEditable || (before && isEqualJson(value, old))) return [];
      if (!before && isNothing(value)) return [];
      const body = kind.toBody(value, old);
      return body === undefined ? [] : [[part.name, body]];
    },
  );
  return {
    ...(before && id !== undefined ? { id } : {}),
    ...(attribute.component === null ? { [COMPONENT]: item[COMPONENT] ?? '' } : {}),
    ...Object.fromEntries(fields),
  };
}

function isNothing(value: Json): boolean {
  return value === null || value === '';
}

/** Merges saved items with loaded values of the form. @param shown Value at the time of the request */
export function carryItems(
  shown: Json,
  saved: Json,
  { attribute, context }: { readonly attribute: Attribute; readonly context: ComponentContext },
): Json {
  const before = itemsOf(shown);
  const after = itemsOf(saved);
  if (before.length !== after.length) return saved;
  const items = after.map((item, index): Json => {
    const old = before[index] ?? {};
    const form = formOf(item, attribute, context);
    if (!form || old[COMPONENT] !== item[COMPONENT]) return item;
    // A stored item is identified by its id only.
    if (isStoredId(old['id']) && old['id'] !== item['id']) return item;
    const fields = form.fields.map(({ attribute: part }) => {
      const { carry } = context.kindOf(part);
      const value = item[part.name] ?? null;
      return [part.name, carry ? carry(old[part.name] ?? null, value) : value] as const;
    });
    return { ...item, ...Object.fromEntries(fields) };
  });
  return Array.isArray(saved) ? items : (items[0] ?? null);
}

/** Returns true if a field of an item has an issue. */
export function hasFaults(
  item: JsonObject,
  when: CheckTime,
  { attribute, context }: { readonly attribute: Attribute; readonly context: ComponentContext },
): boolean {
  const form = formOf(item, attribute, context);
  return (form?.fields ?? []).some(
    ({ attribute: part }) =>
      context.kindOf(part).check(item[part.name] ?? null, part, when).length > 0,
  );
}

/** Returns all texts of an item, one per line. @param tag Language tag */
export function textOfItem(
  item: JsonObject,
  tag: string,
  { attribute, context }: { readonly attribute: Attribute; readonly context: ComponentContext },
): string {
  const form = formOf(item, attribute, context);
  return (form?.fields ?? [])
    .map(({ attribute: part }) => context.kindOf(part).text(item[part.name] ?? null, tag))
    .filter(Boolean)
    .join('\n');
}

/** Returns the first text of an item as its label. @param tag Language tag */
export function summaryOf(
  item: JsonObject,
  tag: string,
  { attribute, context }: { readonly attribute: Attribute; readonly context: ComponentContext },
): string {
  const form = formOf(item, attribute, context);
  for (const { attribute: part } of form?.fields ?? []) {
    if (part.type === 'boolean' || part.type === 'password') continue;
    const text = context.kindOf(part).text(item[part.name] ?? null, tag);
    if (text !== '') return text.split('\n', 1)[0]?.slice(0, 120) ?? '';
  }
  return '';
}
