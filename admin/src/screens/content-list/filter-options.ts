// Filterable attributes.
import { fieldKind } from '../../fields/registry.ts';
import { labelOfName, type ListColumn, type ListLayout } from '../../model/layout.ts';
import type { ContentType } from '../../model/schema.ts';

/** Returns the filterable attributes, starting with the main field. */
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
