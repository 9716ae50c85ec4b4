// Reads the stored links of many attributes at once, from either side.
import { selectFromAll, type SelectedValue } from '../../storage/statements/union-selection.ts';
import type { Row, WriteSteps } from '../../storage/session.ts';
import type { WriteContext } from '../write-context.ts';
import { incomingLinks, ownLinks, type ModelLink } from './model-links.ts';

/** A stored link. */
export interface StoredLink {
  readonly link: ModelLink;
  /** Id of the row that contains it. */
  readonly id: number;
  readonly near: number;
  readonly far: number;
  /** uid of the far row. */
  readonly target: string;
  readonly order: number | null;
  readonly inverseOrder: number | null;
  /** The attribute of the far row, if the table stores it. */
  readonly field: string | null;
}

/** A search for links. */
export interface LinkSearch {
  readonly link: ModelLink;
  readonly side: 'near' | 'far';
  readonly rows: readonly number[];
  /** Limits polymorphic links to those with this type. */
  readonly target?: string;
}

/** Reads the one-way links of others to rows of a type. */
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
    ownLinks(context, uid).map(({ storage, attribute }) => `${storage.table} ${attribute.name}`),
  );
  return links.filter(
    ({ link, field }) => field === null || !own.has(`${link.storage.table} ${field}`),
  );
}

/** The column with the attribute of the far row. */
export const FIELD = 'field';

/** Reads links in one statement, in the order of the near side. */
export function* readStoredLinks(
  context: WriteContext,
  searches: readonly LinkSearch[],
): WriteSteps<readonly StoredLink[]> {
  const found = yield* selectFromAll(
    context,
    searches.map(({ link: { storage }, side, rows, target }) => ({
      table: storage.table,
      columns: [
        'id',
        storage.near,
        storage.far,
        storage.order ?? NO_NUMBER,
        storage.inverseOrder ?? NO_NUMBER,
        storage.farType ?? NO_TEXT,
        hasField(storage) ? FIELD : NO_TEXT,
      ],
      where: [
        { column: storage[side], in: rows },
        ...storage.fixed,
        ...(storage.farType !== null && target !== undefined
          ? [{ column: storage.farType, is: target }]
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
  const { storage } = link;
  const links: StoredLink[] = [];
  for (const [id, near, far, order, inverseOrder, farType, field] of rows) {
    if (near === null || far === null) continue;
    const target = link.target ?? String(farType);
    // A polymorphic link may refer to a type that no longer exists; it is ignored.
    if (!context.registry.contentTypes.has(target)) continue;
    links.push({
      link,
      id: Number(id),
      near: Number(near),
      far: Number(far),
      target,
      order: storage.order === null ? null : toOrder(order),
      inverseOrder: storage.inverseOrder === null ? null : toOrder(inverseOrder),
      field: hasField(storage) && field !== null ? String(field) : null,
    });
  }
  return links;
}

const NO_NUMBER: SelectedValue = { constant: 0 };
const NO_TEXT: SelectedValue = { constant: '' };

/** True for tables of links with an attribute of the far row. */
export function hasField({ farType, rows }: ModelLink['storage']): boolean {
  return rows === 'own' && farType !== null;
}

/** The tiebreaker of links with equal orders. */
function tieOf({ link: { storage }, id, far }: StoredLink): number {
  return storage.readOrder.at(-1) === storage.far ? far : id;
}

function toOrder(value: unknown): number | null {
  return value === null ? null : Number(value);
}
