// Copies rows and their components between versions of documents, with their hooks. Copies are planned from the components of
// the sources, so that the rows of all levels are inserted together.
import type { Status } from '../../query/params.ts';
import { copyRows } from '../../storage/statements/row-copies.ts';
import type { InteractiveWriteSteps, SqlValue, WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import {
  slotColumns,
  componentFields,
  slotsTable,
  type ComponentSlot,
} from '../components/component-slots.ts';
import { isLinked } from '../check/linked-attribute.ts';
import { writeLinks } from '../links/write-links.ts';
import { scalarColumns, updateEntries } from '../rows/entry-rows.ts';
import { beforeRow, hasHooks } from '../rows/row-hooks.ts';
import { groupBy } from '../../base/group-by.ts';
import type { SlotsOf } from '../components/stored-components.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowEvent } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';
import { plainLinkColumns } from './model-links.ts';
import type { VersionSelector } from './read-versions.ts';

/** The row of a content-type that is a copy or receives copies of components. */
export interface CopyRoot {
  readonly uid: string;
  /** 0 until it is inserted. */
  id: number;
  /** The version of the targets of its links. */
  readonly version: VersionSelector;
  /** The status of the source; null for a type without drafts. */
  readonly source: Status | null;
  /** The row that it replaces, or null. */
  readonly replaced: number | null;
}

export interface RowCopy {
  readonly from: number;
  /** 0 until it is inserted, or if its source no longer exists. */
  to: number;
  /** The row of the document that contains `to`. */
  readonly root: CopyRoot;
  /** The slot of a component in the source, and the copy of its owner; null for the root itself. */
  readonly inside: { readonly slot: ComponentSlot; readonly owner: RowCopy } | null;
}

/** Copies of rows of one model. */
export interface ModelCopies {
  readonly uid: string;
  readonly copies: readonly RowCopy[];
  /** Names of the copied attributes; null for all. */
  readonly attributes: ReadonlySet<string> | null;
}

/** True if an attribute is copied. */
export function isCopied({ attributes }: ModelCopies, name: string): boolean {
  return attributes === null || attributes.has(name);
}

/** A copy of the row of a document. @param to 0 if it is not inserted yet */
export function rootCopy(from: number, to: number, root: Omit<CopyRoot, 'id'>): RowCopy {
  return { from, to, root: { id: to, ...root }, inside: null };
}

/**
 * Plans the copies of components on every level.
 * @param slotsOf The components of the copied rows
 * @returns the copies of rows and components, by model
 */
export function planCopies(
  { registry }: WriteContext,
  roots: ModelCopies,
  slotsOf: SlotsOf,
): readonly ModelCopies[] {
  const components = new Map<string, RowCopy[]>();
  let level: readonly ModelCopies[] = [roots];
  while (level.length > 0) {
    const requested: RowCopy[] = [];
    for (const group of level) {
      for (const owner of group.copies) {
        for (const slot of slotsOf(group.uid, owner.from)) {
          if (!isCopied(group, slot.field) || !registry.components.has(slot.type)) continue;
          requested.push({
            from: slot.component,
            to: 0,
            root: owner.root,
            inside: { slot, owner },
          });
        }
      }
    }
    const found = groupBy(requested, ({ inside }) => inside?.slot.type ?? '');
    level = Array.from(found, ([uid, copies]) => ({ uid, copies, attributes: null }));
    for (const [uid, copies] of found)
      components.set(uid, [...(components.get(uid) ?? []), ...copies]);
  }
  const below = Array.from(components, ([uid, copies]) => ({ uid, copies, attributes: null }));
  return [roots, ...below];
}

/**
 * Inserts planned copies of components together with their roots, and then their slots.
 * @param roots Inserts the roots if they do not exist
 */
export function* insertCopies(
  context: WriteContext,
  [, ...components]: readonly ModelCopies[],
  roots: WriteSteps<void>,
): WriteSteps<void> {
  yield* concurrently([roots, ...components.map((group) => insertComponents(context, group))]);
  yield* removeOrphans(context, components);
  yield* insertSlots(context, components);
}

/** Copies the components of existing rows. @returns all copies, by model */
export function* copyComponents(
  context: WriteContext,
  roots: ModelCopies,
  slotsOf: SlotsOf,
): WriteSteps<readonly ModelCopies[]> {
  const copies = planCopies(context, roots, slotsOf);
  yield* insertCopies(context, copies, noSteps());
  return copies;
}

/** No statements. */
export function* noSteps(): WriteSteps<void> {}

function* insertComponents(context: WriteContext, { uid, copies }: ModelCopies): WriteSteps<void> {
  const scalars = scalarColumns(context, uid).map(({ column }) => column);
  const copied = [...scalars, ...plainLinkColumns(context, uid)];
  const ids = yield* copyRows(
    context,
    { table: context.layout.table(uid), copied, assigned: [] },
    copies.map(({ from }) => [from]),
  );
  // A slot may refer to a component that another program removed.
  for (const [i, copy] of copies.entries()) copy.to = ids[i] ?? 0;
}

/** Removes copies whose owner no longer exists. */
function* removeOrphans(
  { statements, layout }: WriteContext,
  components: readonly ModelCopies[],
): WriteSteps<void> {
  for (const { uid, copies } of components) {
    const orphaned = copies.filter((copy) => copy.to !== 0 && copy.inside?.owner.to === 0);
    const ids = orphaned.map(({ to }) => to);
    yield* statements.delete(layout.table(uid), [{ column: 'id', in: ids }]);
    for (const copy of orphaned) copy.to = 0;
  }
}

function* insertSlots(context: WriteContext, components: readonly ModelCopies[]): WriteSteps<void> {
  const filled = new Map<string, SqlValue[][]>();
  for (const { uid, copies } of components) {
    for (const { to, root, inside } of copies) {
      if (!inside || to === 0) continue;
      const owner = inside.owner.inside?.slot.type ?? root.uid;
      const [field = ''] = componentFields(context, owner);
      const table = slotsTable(context, owner, field);
      const rows = filled.get(table) ?? [];
      filled.set(table, rows);
      rows.push([inside.owner.to, to, uid, inside.slot.field, inside.slot.order]);
    }
  }
  const { owner, component, type, field, order } = slotColumns;
  for (const [table, rows] of filled) {
    yield* context.statements.add(table, [owner, component, type, field, order], rows);
  }
}

/** A copy whose model has hooks. */
export interface HookedCopy {
  readonly uid: string;
  readonly copy: RowCopy;
  readonly event: RowEvent;
}

/** Runs the hooks before copies are inserted: those of components first, starting with the innermost. */
export function* beforeCopies(
  operation: WriteOperation,
  copies: readonly ModelCopies[],
): InteractiveWriteSteps<readonly HookedCopy[]> {
  if (!hasHooks(operation)) return [];
  const hooked: HookedCopy[] = [];
  for (const { uid, copies: group } of copies.toReversed()) {
    for (const copy of group) {
      const created = { action: 'create', uid, row: null, copyOf: copy.from } as const;
      const event = yield* beforeRow(operation, created);
      if (event) hooked.push({ uid, copy, event });
    }
  }
  return hooked;
}

/** Writes the values that hooks changed, after the copies are inserted. */
export function* writeChangedValues(
  context: WriteContext,
  hooked: readonly HookedCopy[],
): WriteSteps<void> {
  const changed = hooked.filter(({ copy, event }) => copy.to !== 0 && event.values.size > 0);
  for (const [uid, group] of groupBy(changed, (each) => each.uid)) {
    yield* updateEntries(
      context,
      uid,
      group.map(({ copy, event }) => ({ id: copy.to, values: event.values })),
    );
  }
}

/** Writes the links that hooks changed, after those of the sources are copied. */
export function* writeChangedLinks(
  context: WriteContext,
  hooked: readonly HookedCopy[],
): WriteSteps<void> {
  for (const { uid, copy, event } of hooked) {
    for (const [name, change] of event.relations) {
      const attribute = context.registry.attribute(uid, name);
      if (copy.to === 0 || !attribute || !isLinked(attribute)) continue;
      yield* writeLinks(context, { uid, attribute }, [{ row: copy.to, created: false, change }]);
    }
  }
}
