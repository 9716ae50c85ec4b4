// Values of an enumeration in a draft.
import { stringsOf } from '../../base/json.ts';
import type { DraftField } from './draft.ts';

/** Issue of the values, or null. */
export type EnumIssue = 'none' | 'empty' | 'digit' | 'twice' | null;

export function valuesIn({ properties }: Pick<DraftField, 'properties'>): readonly string[] {
  return stringsOf(properties['enum']);
}

/** Checks values. */
export function enumIssue(values: readonly string[]): EnumIssue {
  if (values.length === 0) return 'none';
  if (values.some((value) => value.trim() === '')) return 'empty';
  if (values.some((value) => /^\d/.test(value))) return 'digit';
  return new Set(values).size < values.length ? 'twice' : null;
}

/** Returns an attribute with other values; removed values are not renamed, and are no longer the default. */
export function withValues(
  { properties, valueNames }: DraftField,
  values: readonly string[],
): Pick<DraftField, 'properties' | 'valueNames'> {
  const { default: byDefault, ...rest } = properties;
  const isOffered = typeof byDefault === 'string' && values.includes(byDefault);
  return {
    properties: { ...rest, enum: values, ...(isOffered ? { default: byDefault } : {}) },
    valueNames: Object.fromEntries(
      Object.entries(valueNames).filter(([name]) => values.includes(name)),
    ),
  };
}

/** Returns an attribute with a renamed value, which existing entries keep. */
export function renameValue(
  field: DraftField,
  index: number,
  name: string,
): Pick<DraftField, 'properties' | 'valueNames'> {
  const values = valuesIn(field);
  const before = values[index] ?? '';
  const { [before]: known, ...others } = field.valueNames;
  const former = known ?? (before === '' ? undefined : before);
  const next = values.with(index, name);
  const isNew = field.from === null || former === undefined || former === name;
  const { properties } = field;
  return {
    properties: {
      ...properties,
      enum: next,
      ...(properties['default'] === before && before !== '' ? { default: name } : {}),
    },
    valueNames: isNew ? others : { ...others, [name]: former },
  };
}
