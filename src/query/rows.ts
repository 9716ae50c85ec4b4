// Rows of a read on their way: what was read for each node, and what is asked for next. A round is what
// can be asked for at once; the rows of equal nodes that are read by their ids are read once a round, for all.
import type { Row } from '../storage/database.ts';
import type { CompiledChild, CompiledRows, Statement } from './compiled.ts';

/** The rows of a node, and those of its children. */
export interface RowsResult {
  readonly compiled: CompiledRows;
  readonly rows: readonly Row[];
  readonly children: ChildResult[];
}

type Child<K extends CompiledChild['kind']> = CompiledChild & { readonly kind: K };

export type ChildResult =
  | { readonly kind: 'rows'; readonly child: Child<'rows'>; readonly result: RowsResult }
  | {
      readonly kind: 'linked';
      readonly child: Child<'linked'>;
      readonly places: readonly Row[];
      readonly result: RowsResult;
    }
  | { readonly kind: 'count'; readonly child: Child<'count'>; readonly rows: readonly Row[] }
  | {
      readonly kind: 'mixed';
      readonly child: Child<'mixed'>;
      readonly places: readonly Row[];
      readonly results: readonly RowsResult[];
    };

/** The columns of a place; links have the first two. */
export const PLACE = { parent: 0, id: 1, type: 2, order: 3, tie: 4 } as const;

/** Where the columns of a node's own row begin: behind the id of the row above where there is one. */
export const OWN_COLUMNS = { root: 0, rows: 1, byIds: 0 } as const;

/** A statement that is to run, with the ids that it is about. */
export interface Ask {
  readonly statement: Statement;
  readonly ids: readonly number[];
  /** Is handed its rows, and asks the next round for what is below them. */
  readonly take: (rows: readonly Row[], next: Round) => void;
}

/** Rows that are read by their ids, and who is to have them. */
interface Wanted {
  readonly ids: Set<number>;
  readonly give: ((result: RowsResult) => void)[];
}

/** What is asked for at once. */
export class Round {
  readonly #asks: Ask[] = [];
  readonly #byIds = new Map<CompiledRows, Wanted>();

  ask(statement: Statement, ids: readonly number[], take: Ask['take']): void {
    this.#asks.push({ statement, ids, take });
  }

  /** Asks for rows by their ids, with all others who ask for rows of the same node. */
  askByIds(compiled: CompiledRows, ids: ReadonlySet<number>, give: Wanted['give'][number]): void {
    if (ids.size === 0) return give(new Rows(compiled, []));
    const wanted = this.#byIds.get(compiled) ?? { ids: new Set(), give: [] };
    this.#byIds.set(compiled, wanted);
    for (const id of ids) wanted.ids.add(id);
    wanted.give.push(give);
  }

  get isEmpty(): boolean {
    return this.#asks.length === 0 && this.#byIds.size === 0;
  }

  get asks(): readonly Ask[] {
    const byIds = [...this.#byIds].map(([compiled, { ids, give }]): Ask => ({
      statement: compiled.statement,
      ids: [...ids],
      take: (rows, next) => {
        const result = new Rows(compiled, rows);
        for (const each of give) each(result);
        result.askBelow(next, OWN_COLUMNS.byIds);
      },
    }));
    return [...this.#asks, ...byIds];
  }
}

/** Rows that were read, and what is read for each of them. */
export class Rows implements RowsResult {
  readonly compiled: CompiledRows;
  readonly rows: readonly Row[];
  readonly children: ChildResult[] = [];

  constructor(compiled: CompiledRows, rows: readonly Row[]) {
    this.compiled = compiled;
    this.rows = rows;
  }

  /** Asks for the level below. @param idAt Where the id stands in a row */
  askBelow(round: Round, idAt: number): void {
    if (this.rows.length === 0) return;
    const ids = [...idsIn(this.rows, idAt)];
    for (const [i, child] of this.compiled.children.entries()) this.#ask(round, { child, i, ids });
  }

  #ask(
    round: Round,
    { child, i, ids }: { child: CompiledChild; i: number; ids: readonly number[] },
  ): void {
    switch (child.kind) {
      case 'rows':
        return round.ask(child.rows.statement, ids, (rows, next) => {
          const result = new Rows(child.rows, rows);
          this.children[i] = { kind: 'rows', child, result };
          result.askBelow(next, OWN_COLUMNS.rows);
        });
      case 'linked':
        return round.ask(child.places, ids, (places, next) => {
          next.askByIds(child.rows, idsIn(places, PLACE.id), (result) => {
            this.children[i] = { kind: 'linked', child, places, result };
          });
        });
      case 'count': {
        const counted: Row[] = [];
        this.children[i] = { kind: 'count', child, rows: counted };
        for (const statement of child.statements) {
          round.ask(statement, ids, (rows) => void counted.push(...rows));
        }
        return;
      }
      case 'mixed':
        return round.ask(child.places, ids, (places, next) => {
          const results: RowsResult[] = [];
          this.children[i] = { kind: 'mixed', child, places, results };
          const byType = idsByType(places);
          for (const variant of child.variants) {
            const own = byType.get(variant.node.uid);
            if (own) next.askByIds(variant, own, (result) => void results.push(result));
          }
        });
    }
  }
}

/** The ids of rows that stand in places, by the uid of their model; a place may be empty. */
function idsByType(places: readonly Row[]): ReadonlyMap<unknown, ReadonlySet<number>> {
  const byType = new Map<unknown, Set<number>>();
  for (const place of places) {
    const id = place[PLACE.id];
    if (typeof id !== 'number') continue;
    const ids = byType.get(place[PLACE.type]);
    if (ids) ids.add(id);
    else byType.set(place[PLACE.type], new Set([id]));
  }
  return byType;
}

/** Ids of rows; a place may be empty. */
function idsIn(rows: readonly Row[], at: number): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const row of rows) {
    const id = row[at];
    if (typeof id === 'number') ids.add(id);
  }
  return ids;
}
