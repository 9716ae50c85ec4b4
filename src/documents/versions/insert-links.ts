// Inserts links of any attributes with their orders, and changes the targets and orders of stored ones: one statement for each
// table. A link that both sides contain is inserted once.
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { groupBy } from '../../base/group-by.ts';
import { highestOrders } from '../../storage/statements/link-statements.ts';
import type { LinkStorage } from '../links/link-storage.ts';
import { typedRow } from '../links/linked-row.ts';
import { readLinksOfOthers } from '../links/read-links.ts';
import { storeLinks } from '../links/store-links.ts';
import type { WriteContext } from '../write-context.ts';
import { FIELD, hasField, type StoredLink } from './model-links.ts';

/** A link to be inserted. */
export interface NewLink extends Omit<StoredLink, 'id'> {
  /** True to add it after all other links to the far row, whatever its `inverseOrder`. */
  readonly isLast?: boolean;
}

/** Inserts links. A far row with one owner is removed from others. */
export function* insertLinks(context: WriteContext, links: readonly NewLink[]): WriteSteps<void> {
  const byTable = groupBy(links, ({ link: { storage } }) => storage.table);
  const rows = yield* concurrently(
    Array.from(byTable.values(), (each) => prepareLinks(context, each)),
  );
  for (const [, group] of groupBy(rows.flat(), ({ shape }) => shape)) {
    const [first] = group;
    if (!first) continue;
    const { table, columns } = first;
    yield* context.statements.add(table, columns, distinct(group));
  }
}

/** Stores links that are columns. @returns the rows to be inserted for the others */
function* prepareLinks(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<readonly StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const [storage, unplaced] of groupBy(links, ({ link }) => link.storage)) {
    const [group, removed] = yield* concurrently([
      numberLast(context, storage, unplaced),
      readTaken(context, unplaced),
    ]);
    if (storage.rows === 'own') {
      yield* storeLinks(context, storage, { removed, moved: [], added: [] });
      for (const row of toRows(storage, group)) rows.push(row);
    } else {
      const added = group.map(
        ({ near, far, target }) =>
          [near, storage.farType === null ? far : typedRow(far, target), 0] as const,
      );
      yield* storeLinks(context, storage, { removed, moved: [], added });
    }
  }
  return rows;
}

/** Merges links that both sides contain: each side defines its own order. */
function distinct(rows: readonly StoredRow[]): readonly (readonly SqlValue[])[] {
  const found = new Map<string, SqlValue[]>();
  for (const { key, values, order } of rows) {
    const same = found.get(key);
    if (!same) found.set(key, values);
    else if (order >= 0) same[order] = values[order] ?? null;
  }
  return [...found.values()];
}

/** Numbers the links that are added last. */
function* numberLast(
  context: WriteContext,
  { table, far, inverseOrder }: LinkStorage,
  links: readonly NewLink[],
): WriteSteps<readonly NewLink[]> {
  const last = links.filter(({ isLast }) => isLast);
  if (last.length === 0 || inverseOrder === null) return links;
  const rows = [...new Set(last.map((link) => link.far))];
  const [found = []] = yield [
    highestOrders(context, { table, of: far, order: inverseOrder }, rows),
  ];
  const highest = new Map(found.map(([row, order]) => [Number(row), Number(order)]));
  return links.map((link) => {
    if (!link.isLast) return link;
    const next = (highest.get(link.far) ?? 0) + 1;
    highest.set(link.far, next);
    return { ...link, inverseOrder: next };
  });
}

/**
 * Reads the links of other documents to far rows with one owner (docs/strapi/writing.md, "Targets with one owner").
 */
function* readTaken(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<Parameters<typeof storeLinks>[2]['removed']> {
  const [first] = links;
  if (!first) return [];
  const { storage } = first.link;
  // A column of the far row is overwritten.
  if (!storage.exclusive || storage.rows === 'far') return [];
  return yield* readLinksOfOthers(
    context,
    storage,
    links.map(({ near, far }) => [near, far] as const),
  );
}

interface StoredRow {
  readonly table: string;
  readonly columns: readonly string[];
  /** Rows of one shape have the same columns. */
  readonly shape: string;
  /** Equal for the same link. */
  readonly key: string;
  /** Values in the order of the columns. */
  readonly values: SqlValue[];
  /** Index of the value with the order, or -1. */
  readonly order: number;
}

function toRows(storage: LinkStorage, links: readonly NewLink[]): readonly StoredRow[] {
  const form = forms.get(storage) ?? formOf(storage);
  forms.set(storage, form);
  const { table, columns, shape, order, cells, ends } = form;
  return links.map((link) => ({
    table,
    columns,
    shape,
    key: JSON.stringify(ends.map(({ of }) => of(link))),
    values: cells.map(({ of }) => of(link)),
    order,
  }));
}

/** The common properties of the rows of a link table. */
interface RowForm extends Pick<StoredRow, 'table' | 'columns' | 'shape' | 'order'> {
  /** In the order of the columns. */
  readonly cells: readonly Cell[];
  readonly ends: readonly Cell[];
}

const forms = new WeakMap<LinkStorage, RowForm>();

function formOf(storage: LinkStorage): RowForm {
  const { table } = storage;
  const cells = cellsOf(storage).toSorted((a, b) => (a.column < b.column ? -1 : 1));
  const columns = cells.map(({ column }) => column);
  return {
    table,
    columns,
    shape: JSON.stringify([table, ...columns]),
    order: storage.order === null ? -1 : columns.indexOf(storage.order),
    cells,
    ends: cells.filter(({ isOrder }) => !isOrder),
  };
}

/** A column of a row that is a link. */
interface Cell {
  readonly column: string;
  /** True for an order, false for one end of the link. */
  readonly isOrder: boolean;
  of(link: NewLink): SqlValue;
}

function cellsOf(storage: LinkStorage): readonly Cell[] {
  const { near, far, farType, fixed, order, inverseOrder } = storage;
  const ends: readonly Omit<Cell, 'isOrder'>[] = [
    { column: near, of: (link) => link.near },
    { column: far, of: (link) => link.far },
    ...(farType === null ? [] : [{ column: farType, of: ({ target }: NewLink) => target }]),
    ...(hasField(storage) ? [{ column: FIELD, of: ({ field }: NewLink) => field }] : []),
    ...fixed.map(({ column, is }) => ({ column, of: () => is })),
  ];
  const orders: readonly Omit<Cell, 'isOrder'>[] = [
    ...(order === null ? [] : [{ column: order, of: (link: NewLink) => link.order }]),
    ...(inverseOrder === null
      ? []
      : [{ column: inverseOrder, of: (link: NewLink) => link.inverseOrder }]),
  ];
  return [
    ...ends.map((cell) => ({ ...cell, isOrder: false })),
    ...orders.map((cell) => ({ ...cell, isOrder: true })),
  ];
}

/** A link and its new target. */
export interface RetargetedLink {
  readonly link: StoredLink;
  readonly far: number;
}

/** Changes the targets of stored links, which keep their rows and their order. */
export function* retargetLinks(
  { statements }: WriteContext,
  links: readonly RetargetedLink[],
): WriteSteps<void> {
  for (const [{ storage }, group] of groupBy(links, ({ link }) => link.link)) {
    const rows = group.map(({ link, far }): readonly SqlValue[] => [link.id, far]);
    yield* statements.update(storage.table, [storage.far], rows);
  }
}

/** Changes the order of stored links. */
export function* reorderLinks(
  context: WriteContext,
  links: readonly StoredLink[],
): WriteSteps<void> {
  for (const [link, group] of groupBy(links, (each) => each.link)) {
    const { table, order } = link.storage;
    if (order === null) continue;
    yield* context.statements.update(
      table,
      [order],
      group.map((each) => [each.id, each.order]),
    );
  }
}
