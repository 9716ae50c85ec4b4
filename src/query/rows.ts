// Rows of a read, level by level. A round contains the statements that can run at the same time; in a round, rows of equal
// nodes are read by id in one statement. There are limits for the rows and the length of a response.
import { validationError, type AppError } from '../base/errors.ts';
import type { Row } from '../storage/session.ts';
import type { CompiledChild, CompiledRows, Statement } from './compiled.ts';

/** The rows of a node and of its children. */
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
      readonly links: readonly Row[];
      readonly result: RowsResult;
    }
  | { readonly kind: 'count'; readonly child: Child<'count'>; readonly rows: readonly Row[] }
  | {
      readonly kind: 'mixed';
      readonly child: Child<'mixed'>;
      readonly links: readonly Row[];
      readonly results: readonly RowsResult[];
    };

/** The columns of a link. Links to rows of one model have the first two. */
export const LINK = { parent: 0, id: 1, type: 2, order: 3, tie: 4 } as const;

/** The index of the first column of the row itself, which follows the id of the parent row if there is one. */
export const FIRST_COLUMN = { root: 0, rows: 1, byIds: 0 } as const;

/** A statement to run, with the row ids that are bound to it. */
export interface RowsRequest {
  readonly statement: Statement;
  readonly ids: readonly number[];
  /** Receives the rows, and adds the statements of the level below to the next round. */
  readonly onRows: (rows: readonly Row[], next: QueryBatch) => void;
}

/** Rows to be read by id, and the callbacks that receive them. */
interface RequestedRows {
  readonly ids: Set<number>;
  readonly callbacks: ((result: RowsResult) => void)[];
}

/** Statements that can run at the same time. */
export class QueryBatch {
  readonly #requests: RowsRequest[] = [];
  readonly #byIds = new Map<CompiledRows, RequestedRows>();

  request(statement: Statement, ids: readonly number[], onRows: RowsRequest['onRows']): void {
    this.#requests.push({ statement, ids, onRows });
  }

  /** Requests rows by id, in the same statement as other requests for the node. */
  requestByIds(
    compiled: CompiledRows,
    ids: ReadonlySet<number>,
    callback: RequestedRows['callbacks'][number],
  ): void {
    if (ids.size === 0) return callback(new Rows(compiled, []));
    const requested = this.#byIds.get(compiled) ?? { ids: new Set(), callbacks: [] };
    this.#byIds.set(compiled, requested);
    for (const id of ids) requested.ids.add(id);
    requested.callbacks.push(callback);
  }

  get isEmpty(): boolean {
    return this.#requests.length === 0 && this.#byIds.size === 0;
  }

  get requests(): readonly RowsRequest[] {
    const byIds = [...this.#byIds].map(([compiled, { ids, callbacks }]): RowsRequest => ({
      statement: compiled.statement,
      ids: [...ids],
      onRows: (rows, next) => {
        const result = new Rows(compiled, rows);
        for (const each of callbacks) each(result);
        result.requestChildren(next, FIRST_COLUMN.byIds);
      },
    }));
    return [...this.#requests, ...byIds];
  }
}

/** The rows of a node, which request the rows of its children. */
export class Rows implements RowsResult {
  readonly compiled: CompiledRows;
  readonly rows: readonly Row[];
  readonly children: ChildResult[] = [];

  constructor(compiled: CompiledRows, rows: readonly Row[]) {
    this.compiled = compiled;
    this.rows = rows;
  }

  /** Requests the level below. @param idAt Index of the id in a row */
  requestChildren(round: QueryBatch, idAt: number): void {
    if (this.rows.length === 0) return;
    const ids = [...idsIn(this.rows, idAt)];
    for (const [i, child] of this.compiled.children.entries())
      this.#requestChild(round, { child, i, ids });
  }

  #requestChild(
    round: QueryBatch,
    { child, i, ids }: { child: CompiledChild; i: number; ids: readonly number[] },
  ): void {
    switch (child.kind) {
      case 'rows':
        return round.request(child.rows.statement, ids, (rows, next) => {
          const result = new Rows(child.rows, rows);
          this.children[i] = { kind: 'rows', child, result };
          result.requestChildren(next, FIRST_COLUMN.rows);
        });
      case 'linked':
        return round.request(child.links, ids, (links, next) => {
          next.requestByIds(child.rows, idsIn(links, LINK.id), (result) => {
            this.children[i] = { kind: 'linked', child, links, result };
          });
        });
      case 'count': {
        const counted: Row[] = [];
        this.children[i] = { kind: 'count', child, rows: counted };
        for (const statement of child.statements) {
          round.request(statement, ids, (rows) => void counted.push(...rows));
        }
        return;
      }
      case 'mixed':
        return round.request(child.links, ids, (links, next) => {
          const results: RowsResult[] = [];
          this.children[i] = { kind: 'mixed', child, links, results };
          const byType = idsByType(links);
          for (const variant of child.variants) {
            const own = byType.get(variant.node.uid);
            if (own) next.requestByIds(variant, own, (result) => void results.push(result));
          }
        });
    }
  }
}

/** The ids of linked rows by the uid of their model. A link may be empty. */
function idsByType(links: readonly Row[]): ReadonlyMap<unknown, ReadonlySet<number>> {
  const byType = new Map<unknown, Set<number>>();
  for (const link of links) {
    const id = link[LINK.id];
    if (typeof id !== 'number') continue;
    const ids = byType.get(link[LINK.type]);
    if (ids) ids.add(id);
    else byType.set(link[LINK.type], new Set([id]));
  }
  return byType;
}

/** The ids in a column. A link may be empty. */
function idsIn(rows: readonly Row[], at: number): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const row of rows) {
    const id = row[at];
    if (typeof id === 'number') ids.add(id);
  }
  return ids;
}

/** A 400 for a response that exceeds the limits in `base/limits`. */
export function tooLarge(): AppError {
  return validationError(
    'The response is too large. Request fewer levels of populate, or fewer fields.',
  );
}
