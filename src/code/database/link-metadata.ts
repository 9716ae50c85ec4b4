// Describes how an attribute links rows: the join table or column, as in `strapi.db.metadata`.
import type { Attribute, Model } from '../../schema/types.ts';
import type { Fields } from '../strapi/code-values.ts';
import type { StoredModels } from './column-names.ts';
import { modelsOf } from './selection.ts';

export function describeLink(
  { registry, layout }: StoredModels,
  { uid }: Model,
  attribute: Attribute,
): Fields {
  const [target] = modelsOf(registry, attribute);
  const near = layout.table(uid);
  const far = target && layout.table(target.uid);
  const column = (name: string, table?: string): Fields => ({
    name,
    referencedColumn: 'id',
    ...(table === undefined ? {} : { referencedTable: table }),
  });
  const link = layout.link(uid, attribute.name);
  switch (link.kind) {
    case 'joinTable': {
      const { order, inverseOrder } = link;
      return {
        joinTable: {
          name: link.table,
          joinColumn: column(link.near, near),
          inverseJoinColumn: column(link.far, far),
          pivotColumns: [link.near, link.far],
          ...(order === null ? {} : { orderColumnName: order, orderBy: { [order]: 'asc' } }),
          ...(inverseOrder === null ? {} : { inverseOrderColumnName: inverseOrder }),
        },
      };
    }
    case 'column':
      return { owner: true, joinColumn: column(link.column, far) };
    case 'inverseColumn':
      return {
        owner: false,
        joinColumn: { name: 'id', referencedColumn: link.column, referencedTable: far },
      };
    case 'siblings':
      return {
        joinColumn: {
          name: 'document_id',
          referencedColumn: 'document_id',
          referencedTable: near,
        },
      };
    case 'components': {
      const inverse =
        attribute.kind === 'component'
          ? { inverseJoinColumn: column('cmp_id') }
          : { morphColumn: morphColumn('cmp_id', 'component_type', '__component') };
      return {
        joinTable: {
          name: link.table,
          joinColumn: column('entity_id'),
          ...inverse,
          on: { field: link.field },
          orderColumnName: 'order',
          orderBy: { order: 'asc' },
          pivotColumns: ['entity_id', 'cmp_id', 'field', 'component_type'],
        },
      };
    }
    case 'morphTable':
      return {
        joinTable: {
          name: link.table,
          joinColumn: column(link.near),
          morphColumn: morphColumn(link.idColumn, link.typeColumn),
          orderBy: { order: 'asc' },
          pivotColumns: [link.near, link.typeColumn, link.idColumn],
        },
      };
    case 'morphColumns':
      return { owner: true, morphColumn: morphColumn(link.idColumn, link.typeColumn) };
    default:
      return {};
  }
}

function morphColumn(id: string, type: string, typeField?: string): Fields {
  return {
    typeColumn: { name: type },
    idColumn: { name: id, referencedColumn: 'id' },
    ...(typeField === undefined ? {} : { typeField }),
  };
}
