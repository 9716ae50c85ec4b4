// In charge of inserting links with the places they are to have, of any attributes: one statement for each table. A link
// that two attributes know of, one from each side, is inserted once.
import type { SqlValue, Writing } from '../../storage/database.ts';
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
export function* insertLinks(context: WriteContext, links: readonly NewLink[]): Writing<void> {
  const rows: StoredRow[] = [];
  for (const [place, unplaced] of groupedBy(links, ({ link }) => link.place)) {
    const group = yield* withLastPlaces(context, place, unplaced);
    const removed = yield* readTaken(context, group);
    if (place.rows === 'own') {
      yield* storeLinks(context, place, { removed, moved: [], added: [] });
      for (const link of group) rows.push(toRow(link));
    } else {
      const added = group.map(
        ({ near, far, target }) =>
          [near, place.farType === null ? far : typedRow(far, target), 0] as const,
      );
      yield* storeLinks(context, place, { removed, moved: [], added });
    }
  }
  for (const [, group] of groupedBy(rows, ({ shape }) => shape)) {
    const [first] = group;
    if (!first) continue;
    const columns = [...first.values.keys()];
    yield* context.statements.insert(
      first.table,
      columns,
      distinct(group).map((values) => columns.map((column) => values.get(column) ?? null)),
    );
  }
}

/** A link that is seen from both sides has the place that each side says of its own list. */
function distinct(rows: readonly StoredRow[]): readonly StoredRow['values'][] {
  const values = new Map<string, Map<string, SqlValue>>();
  for (const row of rows) {
    const same = values.get(row.key);
    if (!same) values.set(row.key, new Map(row.values));
    else if (row.order !== null) same.set(row.order, row.values.get(row.order) ?? null);
  }
  return [...values.values()];
}

/** Gives those that are to be last the numbers behind what is there. */
function* withLastPlaces(
  context: WriteContext,
  { table, far, inverseOrder }: LinkPlace,
  links: readonly NewLink[],
): Writing<readonly NewLink[]> {
  const last = links.filter(({ isLast }) => isLast);
  if (last.length === 0 || inverseOrder === null) return links;
  const rows = [...new Set(last.map((link) => link.far))];
  const [found = []] = yield [highestOrders(context, { table, far, order: inverseOrder }, rows)];
  const highest = new Map(found.map(([row, order]) => [Number(row), Number(order)]));
  return links.map((link) => {
    if (!link.isLast) return link;
    const next = (highest.get(link.far) ?? 0) + 1;
    highest.set(link.far, next);
    return { ...link, inverseOrder: next };
  });
}

/** The links of other documents to rows that can belong to one only (spec/write.md section 9.5). */
function* readTaken(
  context: WriteContext,
  links: readonly NewLink[],
): Writing<Parameters<typeof storeLinks>[2]['removed']> {
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
  /** Rows of one shape have the same columns. */
  readonly shape: string;
  /** Equal for the same link. */
  readonly key: string;
  readonly values: ReadonlyMap<string, SqlValue>;
  /** The column of its place in the list that it was seen in. */
  readonly order: string | null;
}

function toRow({ link, near, far, target, order, inverseOrder, field }: NewLink): StoredRow {
  const { place } = link;
  const pair: readonly (readonly [string, SqlValue])[] = [
    [place.near, near],
    [place.far, far],
    ...named(place.farType, target),
    ...(hasField(place) ? [[FIELD, field] as const] : []),
    ...place.fixed.map(({ column, is }) => [column, is] as const),
  ];
  const values = [
    ...pair,
    ...named(place.order, order),
    ...named(place.inverseOrder, inverseOrder),
  ];
  const columns = values.map(([column]) => column).toSorted();
  return {
    table: place.table,
    shape: JSON.stringify([place.table, ...columns]),
    key: JSON.stringify(pair.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    values: new Map(values),
    order: place.order,
  };
}

function named(column: string | null, value: SqlValue): readonly (readonly [string, SqlValue])[] {
  return column === null ? [] : [[column, value]];
}

/** Gives links that are there other places among the targets of their rows. */
export function* moveLinks(context: WriteContext, links: readonly StoredLink[]): Writing<void> {
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
