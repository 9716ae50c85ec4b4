// Columns of a model for which an archive has values.
import { defaultOf } from '../../documents/rows/entry-rows.ts';
import type { Model } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { type ColumnType, columnTypes } from '../../storage/layout/table.ts';

/** An attribute with a column, or `documentId`. */
export interface ImportedColumn {
  readonly name: string;
  readonly column: string;
  readonly type: ColumnType;
  /** Value if a row has none (`column.defaultTo`); usually null. */
  readonly absent: string | number | boolean | null;
}

/** Columns of a model with values. */
export function modelColumns(layout: Layout, model: Model): readonly ImportedColumn[] {
  const table = layout.table(model.uid);
  const typeOf = columnTypes(layout.tables.filter(({ name }) => name === table));
  const documentId = { name: 'documentId', absent: null };
  return [
    ...(model.modelType === 'contentType' ? [documentId] : []),
    ...[...model.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar'
        ? [{ name: attribute.name, absent: defaultOf(attribute.column) }]
        : [],
    ),
  ].map(({ name, absent }) => {
    const column = layout.column(model.uid, name);
    return { name, column, type: typeOf(table, column), absent };
  });
}
