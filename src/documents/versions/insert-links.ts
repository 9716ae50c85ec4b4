// Inserts links of any attributes with the places they are to have: one statement for each table. A link that two
// attributes know of, one from each side, is inserted once.
import type { SqlValue, WriteSteps } from '../../storage/database.ts';
import { together } from '../../storage/together.ts';
import { groupedBy } from '../grouped-by.ts';
import { highestOrders } from '../../storage/link-statements.ts';
import type { LinkPlace } from '../links/link-place.ts';
import { typedRow } from '../links/linked-row.ts';
import { readLinksOfOthers } from '../links/present-links.ts';
import { storeLinks } from '../links/store-links.ts';
import type { WriteContext } from '../write-context.ts';
import { FIELD, hasField, type StoredLink } from './stored-links.ts';

/** A link that is to be. */
export interface NewLink extends Omit<StoredLink, 'id'> {
  /** True: behind all others that lead to the far row, whatever `inverseOrder` says. */
  readonly isLast?: boolean;
}

/** Inserts links; a row that can belong to one document only is taken from others. */
export function* insertLinks(context: WriteContext, links: readonly NewLink[]): WriteSteps<void> {
  const byTable = groupedBy(links, ({ link: { place } }) => place.table);
  const rows = yield* together(Array.from(byTable.values(), (each) => prepareLinks(context, each)));
  for (const [, group] of groupedBy(rows.flat(), ({ shape }) => shape)) {
    const [first] = group;
    if (!first) continue;
    const { table, columns } = first;
    yield* context.statements.add(table, columns, distinct(group));
  }
}

/** Stores the links of one table that are columns of other rows. @returns the rows that are to be inserted for the others */
function* prepareLinks(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<readonly StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const [place, unplaced] of groupedBy(links, ({ link }) => link.place)) {
    const [group, removed] = yield* together([
      withLastPlaces(context, place, unplaced),
      readTaken(context, unplaced),
    ]);
    if (place.rows === 'own') {
      yield* storeLinks(context, place, { removed, moved: [], added: [] });
      for (const row of toRows(place, group)) rows.push(row);
    } else {
      const added = group.map(
        ({ near, far, target }) =>
          [near, place.farType === null ? far : typedRow(far, target), 0] as const,
      );
      yield* storeLinks(context, place, { removed, moved: [], added });
    }
  }
  return rows;
}

/** A link that is seen from both sides has the place that each side says of its own list. */
function distinct(rows: readonly StoredRow[]): readonly (readonly SqlValue[])[] {
  const found = new Map<string, SqlValue[]>();
  for (const { key, values, order } of rows) {
    const same = found.get(key);
    if (!same) found.set(key, values);
    else if (order >= 0) same[order] = values[order] ?? null;
  }
  return [...found.values()];
}

/** Gives those that are to be last the numbers behind what is there. */
function* withLastPlaces(
  context: WriteContext,
  { table, far, inverseOrder }: LinkPlace,
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
 * The links of other documents to rows that can belong to one only (docs/strapi/writing.md, "Targets with one owner").
 */
function* readTaken(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<Parameters<typeof storeLinks>[2]['removed']> {
  const [first] = links;
  if (!first) return [];
  const { place } = first.link;
  // A column of the far row is overwritten.
  if (!place.exclusive || place.rows === 'far') return [];
  return yield* readLinksOfOthers(
    context,
    place,
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
  /** In the order of the columns. */
  readonly values: SqlValue[];
  /** Which of them is the place in the list that the link was seen in; -1: none. */
  readonly order: number;
}

function toRows(place: LinkPlace, links: readonly NewLink[]): readonly StoredRow[] {
  const form = forms.get(place) ?? formOf(place);
  forms.set(place, form);
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

/** What the rows of a place have in common. */
interface RowForm extends Pick<StoredRow, 'table' | 'columns' | 'shape' | 'order'> {
  /** In the order of the columns. */
  readonly cells: readonly Cell[];
  readonly ends: readonly Cell[];
}

const forms = new WeakMap<LinkPlace, RowForm>();

function formOf(place: LinkPlace): RowForm {
  const { table } = place;
  const cells = cellsOf(place).toSorted((a, b) => (a.column < b.column ? -1 : 1));
  const columns = cells.map(({ column }) => column);
  return {
    table,
    columns,
    shape: JSON.stringify([table, ...columns]),
    order: place.order === null ? -1 : columns.indexOf(place.order),
    cells,
    ends: cells.filter(({ isPlace }) => !isPlace),
  };
}

/** A column of a row that is a link. */
interface Cell {
  readonly column: string;
  /** True: where the link stands in a list; false: what it links. */
  readonly isPlace: boolean;
  of(link: NewLink): SqlValue;
}

function cellsOf(place: LinkPlace): readonly Cell[] {
  const { near, far, farType, fixed, order, inverseOrder } = place;
  const ends: readonly Omit<Cell, 'isPlace'>[] = [
    { column: near, of: (link) => link.near },
    { column: far, of: (link) => link.far },
    ...(farType === null ? [] : [{ column: farType, of: ({ target }: NewLink) => target }]),
    ...(hasField(place) ? [{ column: FIELD, of: ({ field }: NewLink) => field }] : []),
    ...fixed.map(({ column, is }) => ({ column, of: () => is })),
  ];
  const places: readonly Omit<Cell, 'isPlace'>[] = [
    ...(order === null ? [] : [{ column: order, of: (link: NewLink) => link.order }]),
    ...(inverseOrder === null
      ? []
      : [{ column: inverseOrder, of: (link: NewLink) => link.inverseOrder }]),
  ];
  return [
    ...ends.map((cell) => ({ ...cell, isPlace: false })),
    ...places.map((cell) => ({ ...cell, isPlace: true })),
  ];
}

/** Gives links that are there other places among the targets of their rows. */
export function* moveLinks(context: WriteContext, links: readonly StoredLink[]): WriteSteps<void> {
  for (const [link, group] of groupedBy(links, (each) => each.link)) {
    const { table, order } = link.place;
    if (order === null) continue;
    yield* context.statements.update(
      table,
      [order],
      group.map((each) => [each.id, each.order]),
    );
  }
}
