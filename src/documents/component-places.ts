// In charge of the rows that say which component stands in which attribute of which row, and where (`<owner>_cmps`,
// docs/strapi/storage.md, "Relations").
import type { WriteSteps } from '../storage/database.ts';
import { PerModel } from './per-model.ts';
import type { WriteContext } from './write-context.ts';

/** The columns of every components table. */
export const componentsColumns = {
  entity: 'entity_id',
  part: 'cmp_id',
  type: 'component_type',
  field: 'field',
  order: 'order',
} as const;

/** One component in its place. */
export interface ComponentPlace {
  /** id of the row that says so. */
  readonly id: number;
  /** Row id of the owner. */
  readonly entity: number;
  readonly field: string;
  /** Row id of the component, and its uid. */
  readonly part: number;
  readonly type: string;
  readonly order: number | null;
}

/** The components of rows of a model, in their order; none for models without. */
export function* readPlaces(
  { statements, layout }: WriteContext,
  { uid, fields }: { readonly uid: string; readonly fields: readonly string[] },
  rows: readonly number[],
): WriteSteps<readonly ComponentPlace[]> {
  const [first] = fields;
  if (first === undefined) return [];
  const link = layout.link(uid, first);
  if (link.kind !== 'components') throw new Error(`${uid} ${first} has no components`);
  const { entity, part, type, field, order } = componentsColumns;
  const found = yield* statements.select(link.table, {
    columns: ['id', entity, field, part, type, order],
    where: [
      { column: entity, in: rows },
      { column: field, in: fields },
    ],
    order: [order, 'id'],
  });
  return found.map((row) => ({
    id: Number(row[0]),
    entity: Number(row[1]),
    field: String(row[2]),
    part: Number(row[3]),
    type: String(row[4]),
    order: row[5] === null ? null : Number(row[5]),
  }));
}

/** The components table of a model, which has at least one such attribute of that name. */
export function placesTable({ layout }: WriteContext, uid: string, field: string): string {
  const link = layout.link(uid, field);
  if (link.kind !== 'components') throw new Error(`${uid} ${field} has no components`);
  return link.table;
}

const composed = new PerModel(({ registry }, uid) =>
  [...registry.model(uid).attributes.values()]
    .filter(({ kind }) => kind === 'component' || kind === 'dynamiczone')
    .map(({ name }) => name),
);

/** The names of a model's component and zone attributes. */
export function composedFields(context: WriteContext, uid: string): readonly string[] {
  return composed.of(context, uid);
}
