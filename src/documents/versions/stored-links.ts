// In charge of reading the links of many attributes at once, from either side, as they are stored.
import { selectFromAll, type SelectedValue } from '../../storage/union-selection.ts';
import type { Row, WriteSteps } from '../../storage/database.ts';
import type { WriteContext } from '../write-context.ts';
import { incomingLinks, ownLinks, type ModelLink } from './model-links.ts';

/** A link that is there. */
export interface StoredLink {
  readonly link: ModelLink;
  /** Id of the row that keeps it. */
  readonly id: number;
  readonly near: number;
  readonly far: number;
  /** uid of the far row. */
  readonly target: string;
  readonly order: number | null;
  readonly inverseOrder: number | null;
  /** Of rows that say so, the attribute of the far row that they belong to. */
  readonly field: string | null;
}

/** Links that are looked for. */
export interface LinkSearch {
  readonly link: ModelLink;
  readonly side: 'near' | 'far';
  readonly rows: readonly number[];
  /** uid of the rows on the far side, where links say it and only those to it are meant. */
  readonly target?: string;
}

/** Reads the links of others to rows of a type, but for those that it knows of through attributes of its own. */
export function* readIncomingLinks(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<readonly StoredLink[]> {
  const links = yield* readStoredLinks(
    context,
    incomingLinks(context, uid).map((link) => ({ link, side: 'far', rows, target: uid })),
  );
  const own = new Set(
    ownLinks(context, uid).map(({ place, attribute }) => `${place.table} ${attribute.name}`),
  );
  return links.filter(
    ({ link, field }) => field === null || !own.has(`${link.place.table} ${field}`),
  );
}

/** Says through which attribute of its own a row is linked. */
export const FIELD = 'field';

/** Reads links, in one statement; in their order on the near side. */
export function* readStoredLinks(
  context: WriteContext,
  searches: readonly LinkSearch[],
): WriteSteps<readonly StoredLink[]> {
  const found = yield* selectFromAll(
    context,
    searches.map(({ link: { place }, side, rows, target }) => ({
      table: place.table,
      columns: [
        'id',
        place.near,
        place.far,
        place.order ?? NO_NUMBER,
        place.inverseOrder ?? NO_NUMBER,
        place.farType ?? NO_TEXT,
        hasField(place) ? FIELD : NO_TEXT,
      ],
      where: [
        { column: place[side], in: rows },
        ...place.fixed,
        ...(place.farType !== null && target !== undefined
          ? [{ column: place.farType, is: target }]
          : []),
      ],
    })),
  );
  return searches.flatMap(({ link }, i) =>
    linksIn(context, link, found[i] ?? []).sort(
      (a, b) => (a.order ?? 0) - (b.order ?? 0) || tieOf(a) - tieOf(b),
    ),
  );
}

function linksIn(context: WriteContext, link: ModelLink, rows: readonly Row[]): StoredLink[] {
  const { place } = link;
  const links: StoredLink[] = [];
  for (const [id, near, far, order, inverseOrder, farType, field] of rows) {
    if (near === null || far === null) continue;
    const target = link.target ?? String(farType);
    // A link to several types may name one that is gone: its rows are kept, and lead nowhere.
    if (!context.registry.contentTypes.has(target)) continue;
    links.push({
      link,
      id: Number(id),
      near: Number(near),
      far: Number(far),
      target,
      order: place.order === null ? null : toOrder(order),
      inverseOrder: place.inverseOrder === null ? null : toOrder(inverseOrder),
      field: hasField(place) && field !== null ? String(field) : null,
    });
  }
  return links;
}

const NO_NUMBER: SelectedValue = { constant: 0 };
const NO_TEXT: SelectedValue = { constant: '' };

/** True for tables whose rows may say an attribute, and whose links have any. */
export function hasField({ farType, rows }: ModelLink['place']): boolean {
  return rows === 'own' && farType !== null;
}

/** What equal places are read in the order of. */
function tieOf({ link: { place }, id, far }: StoredLink): number {
  return place.reading.at(-1) === place.far ? far : id;
}

function toOrder(value: unknown): number | null {
  return value === null ? null : Number(value);
}
