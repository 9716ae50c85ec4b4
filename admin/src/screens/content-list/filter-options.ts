// What lists can be filtered by.
import { fieldKind } from '../../fields/registry.ts';
import type { FilterInput } from '../../fields/field-kind.ts';
import { labelOfName, type ListColumn, type ListLayout } from '../../model/layout.ts';
import type { Operator } from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';

/** Types of inputs for values of filters. */
export const INPUT_TYPES: Readonly<Record<FilterInput, string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
  boolean: 'text',
  option: 'text',
};

/** Whether an operator needs no value. */
export function isUnary(operator: Operator): boolean {
  return operator === '$null' || operator === '$notNull';
}

/** Returns the attributes that a list can be filtered by, the one that names an entry first. */
export function filterColumns(
  { attributes }: ContentType,
  { mainField, available }: ListLayout,
): readonly ListColumn[] {
  const main = attributes.get(mainField);
  const first: readonly ListColumn[] = main
    ? [{ name: mainField, label: labelOfName(mainField), isSortable: true, attribute: main }]
    : [];
  return [...first, ...available].filter(
    ({ attribute }) => fieldKind(attribute?.type ?? '').filter !== null,
  );
}
