// Copies of rows between the versions of documents, with the components in them: all are planned from what stands in the
// sources, so that the rows of all levels are inserted together.
import type { Status } from '../../query/params.ts';
import { copyRows } from '../../storage/row-copies.ts';
import type { SqlValue, WriteSteps } from '../../storage/database.ts';
import { together } from '../../storage/together.ts';
import {
  componentsColumns,
  composedFields,
  placesTable,
  type ComponentPlace,
} from '../component-places.ts';
import { scalarColumns } from '../entry-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { PlacesIn } from '../placed-components.ts';
import type { WriteContext } from '../write-context.ts';
import { plainLinkColumns } from './model-links.ts';
import type { WantedVersion } from './versions-of.ts';

/** The row of a content-type that gets copies: itself a copy, or what is copied into it. */
export interface CopyRoot {
  readonly uid: string;
  /** 0 until it is inserted. */
  id: number;
  /** The version of which its links are to be. */
  readonly version: WantedVersion;
  /** What is copied into it; null: of a type without drafts. */
  readonly source: Status | null;
  /** The row that goes when this one is there; null: there was none. */
  readonly replaced: number | null;
}

/** One row that takes on what another has. */
export interface RowCopy {
  readonly from: number;
  /** 0 until it is inserted, and if its source is gone. */
  to: number;
  /** The document that `to` is in. */
  readonly root: CopyRoot;
  /** Where a component stands in the source, and what its copy stands in; null: the root itself. */
  readonly inside: { readonly place: ComponentPlace; readonly owner: RowCopy } | null;
}

/** Copies of rows of one model. */
export interface ModelCopies {
  readonly uid: string;
  readonly copies: readonly RowCopy[];
  /** The attributes that are copied; null: all. */
  readonly attributes: ReadonlySet<string> | null;
}

/** True where an attribute is among those that are copied. */
export function isCopied({ attributes }: ModelCopies, name: string): boolean {
  return attributes === null || attributes.has(name);
}

/** A copy of the row of a document. @param to 0: it is still to be inserted */
export function rootCopy(from: number, to: number, root: Omit<CopyRoot, 'id'>): RowCopy {
  return { from, to, root: { ...root, id: to }, inside: null };
}

/**
 * Plans the copies of components on every level.
 * @param placesIn What stands in the rows that are copied
 * @returns these copies, and those of the components, by model
 */
export function planCopies(
  { registry }: WriteContext,
  roots: ModelCopies,
  placesIn: PlacesIn,
): readonly ModelCopies[] {
  const components = new Map<string, RowCopy[]>();
  let level: readonly ModelCopies[] = [roots];
  while (level.length > 0) {
    const wanted: RowCopy[] = [];
    for (const group of level) {
      for (const owner of group.copies) {
        for (const place of placesIn(group.uid, owner.from)) {
          if (!isCopied(group, place.field) || !registry.components.has(place.type)) continue;
          wanted.push({ from: place.part, to: 0, root: owner.root, inside: { place, owner } });
        }
      }
    }
    const found = groupedBy(wanted, ({ inside }) => inside?.place.type ?? '');
    level = Array.from(found, ([uid, copies]) => ({ uid, copies, attributes: null }));
    for (const [uid, copies] of found)
      components.set(uid, [...(components.get(uid) ?? []), ...copies]);
  }
  const below = Array.from(components, ([uid, copies]) => ({ uid, copies, attributes: null }));
  return [roots, ...below];
}

/**
 * Inserts the components of planned copies, and whatever else is inserted at the same time; then says where they stand.
 * @param roots Inserts the rows that hold them, where they are not there
 */
export function* insertCopies(
  context: WriteContext,
  [, ...components]: readonly ModelCopies[],
  roots: WriteSteps<void>,
): WriteSteps<void> {
  yield* together([roots, ...components.map((group) => insertComponents(context, group))]);
  yield* removeStray(context, components);
  yield* insertPlaces(context, components);
}

/** Copies the components of rows that are there. @returns all copies, by model */
export function* copyComponents(
  context: WriteContext,
  roots: ModelCopies,
  placesIn: PlacesIn,
): WriteSteps<readonly ModelCopies[]> {
  const copies = planCopies(context, roots, placesIn);
  yield* insertCopies(context, copies, nothing());
  return copies;
}

export function* nothing(): WriteSteps<void> {}

function* insertComponents(context: WriteContext, { uid, copies }: ModelCopies): WriteSteps<void> {
  const scalars = scalarColumns(context, uid).map(({ column }) => column);
  const copied = [...scalars, ...plainLinkColumns(context, uid)];
  const ids = yield* copyRows(
    context,
    { table: context.layout.table(uid), copied, given: [] },
    copies.map(({ from }) => [from]),
  );
  // A place may name a component that another program removed.
  for (const [i, copy] of copies.entries()) copy.to = ids[i] ?? 0;
}

/** What stood in a component that is gone has no place. */
function* removeStray(
  { statements, layout }: WriteContext,
  components: readonly ModelCopies[],
): WriteSteps<void> {
  for (const { uid, copies } of components) {
    const stray = copies.filter((copy) => copy.to !== 0 && copy.inside?.owner.to === 0);
    const ids = stray.map(({ to }) => to);
    yield* statements.delete(layout.table(uid), [{ column: 'id', in: ids }]);
    for (const copy of stray) copy.to = 0;
  }
}

function* insertPlaces(
  context: WriteContext,
  components: readonly ModelCopies[],
): WriteSteps<void> {
  const filled = new Map<string, SqlValue[][]>();
  for (const { uid, copies } of components) {
    for (const { to, root, inside } of copies) {
      if (!inside || to === 0) continue;
      const owner = inside.owner.inside?.place.type ?? root.uid;
      const [field = ''] = composedFields(context, owner);
      const table = placesTable(context, owner, field);
      const rows = filled.get(table) ?? [];
      filled.set(table, rows);
      rows.push([inside.owner.to, to, uid, inside.place.field, inside.place.order]);
    }
  }
  const { entity, part, type, field, order } = componentsColumns;
  for (const [table, rows] of filled) {
    yield* context.statements.add(table, [entity, part, type, field, order], rows);
  }
}
