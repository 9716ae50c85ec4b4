// Component slots: the rows that link components to the attributes of their owners (`<owner>_cmps`,
// docs/strapi/storage.md, "Relations").
import type { WriteSteps } from '../../storage/session.ts';
import { ModelCache } from '../model-cache.ts';
import type { WriteContext } from '../write-context.ts';

/** The columns of every components table. */
export const slotColumns = {
  owner: 'entity_id',
  component: 'cmp_id',
  type: 'component_type',
  field: 'field',
  order: 'order',
} as const;

/** A component in an attribute of its owner. */
export interface ComponentSlot {
  /** Id of the row in the table of slots. */
  readonly id: number;
  /** Row id of the owner. */
  readonly owner: number;
  readonly field: string;
  /** Row id of the component and its uid. */
  readonly component: number;
  readonly type: string;
  readonly order: number | null;
}

/** Reads the slots of rows of a model, in order. */
export function* readSlots(
  { statements, layout }: WriteContext,
  { uid, fields }: { readonly uid: string; readonly fields: readonly string[] },
  rows: readonly number[],
): WriteSteps<readonly ComponentSlot[]> {
  const [first] = fields;
  if (first === undefined) return [];
  const link = layout.link(uid, first);
  if (link.kind !== 'components') throw new Error(`${uid} ${first} has no components`);
  const { owner, component, type, field, order } = slotColumns;
  const found = yield* statements.select(link.table, {
    columns: ['id', owner, field, component, type, order],
    where: [
      { column: owner, in: rows },
      { column: field, in: fields },
    ],
    order: [order, 'id'],
  });
  return found.map((row) => ({
    id: Number(row[0]),
    owner: Number(row[1]),
    field: String(row[2]),
    component: Number(row[3]),
    type: String(row[4]),
    order: row[5] === null ? null : Number(row[5]),
  }));
}

/** The table of slots of a model. @param field The name of a component attribute or dynamic zone */
export function slotsTable({ layout }: WriteContext, uid: string, field: string): string {
  const link = layout.link(uid, field);
  if (link.kind !== 'components') throw new Error(`${uid} ${field} has no components`);
  return link.table;
}

const composed = new ModelCache(({ registry }, uid) =>
  [...registry.model(uid).attributes.values()]
    .filter(({ kind }) => kind === 'component' || kind === 'dynamiczone')
    .map(({ name }) => name),
);

/** The names of the component attributes and dynamic zones of a model. */
export function componentFields(context: WriteContext, uid: string): readonly string[] {
  return composed.get(context, uid);
}
