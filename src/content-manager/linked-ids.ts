// Reads the row ids of related entries of any version, in stored order.
import type { WriteContext } from '../documents/write-context.ts';
import type { RelationAttribute } from '../schema/types.ts';
import type { ReadSteps } from '../storage/session.ts';

export interface ModelRelation {
  readonly uid: string;
  readonly attribute: RelationAttribute;
}

/** Reads the rows that a row is linked to, in one statement. */
export function* linkedIds(
  { layout, statements }: Pick<WriteContext, 'layout' | 'statements'>,
  { uid, attribute }: ModelRelation,
  row: number,
): ReadSteps<readonly number[]> {
  const link = layout.link(uid, attribute.name);
  switch (link.kind) {
    case 'joinTable': {
      const { table, near, far, order } = link;
      const rows = yield* statements.select(table, {
        columns: [far],
        where: [{ column: near, is: row }],
        order: [...(order === null ? [] : [order]), 'id'],
      });
      return idsOf(rows);
    }
    case 'column': {
      const where = [{ column: 'id', is: row }];
      return idsOf(yield* statements.select(layout.table(uid), { columns: [link.column], where }));
    }
    case 'inverseColumn': {
      const rows = yield* statements.select(layout.table(attribute.target), {
        columns: ['id'],
        where: [{ column: link.column, is: row }],
        order: ['id'],
      });
      return idsOf(rows);
    }
    default:
      return [];
  }
}

function idsOf(rows: readonly (readonly unknown[])[]): readonly number[] {
  return rows.flatMap(([id]) => (id === null ? [] : [Number(id)]));
}
