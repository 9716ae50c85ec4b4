// Finds the rows of content-types that contain components.
import { componentsOf } from '../../schema/registry.ts';
import { selectFromAll } from '../../storage/statements/union-selection.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { slotColumns, componentFields, slotsTable } from './component-slots.ts';
import { groupBy } from '../../base/group-by.ts';
import { ModelCache } from '../model-cache.ts';
import type { WriteContext } from '../write-context.ts';

/** A row of any model. */
export interface ModelRow {
  readonly uid: string;
  readonly id: number;
}

/** The row of a content-type that a row belongs to. */
export interface OwnerRow extends ModelRow {
  /** The attribute of the row that contains the component at any depth; null for the row itself. */
  readonly field: string | null;
}

/** Reads the rows of content-types that rows belong to. One statement for each level. */
export function* readOwners(
  context: WriteContext,
  rows: readonly ModelRow[],
): WriteSteps<(row: ModelRow) => OwnerRow | null> {
  const above = new Map<string, OwnerRow>();
  let level = rows.filter(({ uid }) => context.registry.components.has(uid));
  while (level.length > 0) {
    const found = yield* readAbove(context, level);
    for (const [row, owner] of found) above.set(row, owner);
    const next = new Map(found.map(([, owner]) => [keyOf(owner), owner]));
    level = [...next.values()].filter(
      (owner) => context.registry.components.has(owner.uid) && !above.has(keyOf(owner)),
    );
  }
  return (row) => {
    let current: OwnerRow | undefined = { ...row, field: null };
    while (current && context.registry.components.has(current.uid)) {
      current = above.get(keyOf(current));
    }
    return current ?? null;
  };
}

type Above = readonly [row: string, owner: OwnerRow];

function* readAbove(
  context: WriteContext,
  rows: readonly ModelRow[],
): WriteSteps<readonly Above[]> {
  const { owner: ownerColumn, component, type, field } = slotColumns;
  const searches = [...groupBy(rows, ({ uid }) => uid)].flatMap(([uid, group]) =>
    owners.get(context, uid).map(({ owner, table }) => ({ uid, owner, table, group })),
  );
  const found = yield* selectFromAll(
    context,
    searches.map(({ uid, table, group }) => ({
      table,
      columns: [component, ownerColumn, field],
      where: [
        { column: component, in: group.map(({ id }) => id) },
        { column: type, is: uid },
      ],
    })),
  );
  return searches.flatMap(({ uid, owner }, i) =>
    (found[i] ?? []).map(([id, row, name]): Above => [
      keyOf({ uid, id: Number(id) }),
      { uid: owner, id: Number(row), field: String(name) },
    ]),
  );
}

interface Owner {
  readonly owner: string;
  readonly table: string;
}

const owners = new ModelCache(findOwners);

/** The models that may contain a component, with their tables of slots. */
function findOwners(context: WriteContext, uid: string): readonly Owner[] {
  return [...context.registry.models()].flatMap((model): readonly Owner[] => {
    const [field] = componentFields(context, model.uid);
    if (field === undefined) return [];
    const attributes = [...model.attributes.values()];
    const holds = attributes.some((attribute) => componentsOf(attribute).includes(uid));
    return holds ? [{ owner: model.uid, table: slotsTable(context, model.uid, field) }] : [];
  });
}

function keyOf({ uid, id }: ModelRow): string {
  return `${uid} ${id}`;
}
