// What lists can be filtered by.
import { fieldKind } from '../../fields/registry.ts';
import { labelOfName, type ListColumn, type ListLayout } from '../../model/layout.ts';
import type { ContentType } from '../../model/schema.ts';

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
