// Parses the output of `EXPLAIN QUERY PLAN` (https://www.sqlite.org/eqp.html).

/** A row of the output: its id, its parent's id, and the step. */
export interface ExplainedRow {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** A step of a plan. Adjacent steps are nested loops, outermost first. */
export type PlanStep =
  | { readonly kind: 'loop'; readonly loop: Loop }
  /** Runs once. A list determines which rows the preceding loop visits. */
  | { readonly kind: 'subquery'; readonly isList: boolean; readonly steps: readonly PlanStep[] }
  /** Runs again for each row of the surrounding loops. */
  | { readonly kind: 'correlated'; readonly steps: readonly PlanStep[] }
  /** A subquery that a loop refers to by name. */
  | { readonly kind: 'named'; readonly name: string; readonly steps: readonly PlanStep[] }
  /** All parts contribute rows: a compound, or one loop over several indexes. */
  | { readonly kind: 'union'; readonly parts: readonly (readonly PlanStep[])[] }
  | { readonly kind: 'sort' };

/** A loop over a table or a subquery. */
export interface Loop {
  /** Alias in the statement. */
  readonly alias: string;
  readonly access: Access;
  /** True for a covering index. */
  readonly isCovering: boolean;
}

/** How a loop finds rows. */
export type Access =
  | { readonly kind: 'all' }
  | { readonly kind: 'virtual' }
  | { readonly kind: 'constant' }
  | { readonly kind: 'rowid'; readonly isRange: boolean }
  /** Automatic index. */
  | { readonly kind: 'automatic' }
  /** Columns compared for equality; none for a range of the first one. */
  | { readonly kind: 'index'; readonly index: string; readonly columns: readonly string[] };

/** Parses a plan into a tree. */
export function parsePlan(rows: readonly ExplainedRow[]): readonly PlanStep[] {
  const below = new Map<number, ExplainedRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parent);
    if (siblings) siblings.push(row);
    else below.set(row.parent, [row]);
  }
  const stepsBelow = (id: number): readonly PlanStep[] =>
    (below.get(id) ?? []).flatMap((row) => stepOf(row, stepsBelow) ?? []);
  return stepsBelow(0);
}

const SUBQUERY = /^(CORRELATED )?(LIST|SCALAR) SUBQUERY/;
const NAMED = /^(?:MATERIALIZE|CO-ROUTINE) (.+)$/;

function stepOf(
  { id, detail }: ExplainedRow,
  stepsBelow: (id: number) => readonly PlanStep[],
): PlanStep | null {
  if (/^(?:SCAN|SEARCH) /.test(detail)) return { kind: 'loop', loop: parseLoop(detail) };
  const [, correlated, kind] = SUBQUERY.exec(detail) ?? [];
  if (kind !== undefined) {
    const steps = stepsBelow(id);
    if (correlated !== undefined) return { kind: 'correlated', steps };
    return { kind: 'subquery', isList: kind === 'LIST', steps };
  }
  const [, name] = NAMED.exec(detail) ?? [];
  if (name !== undefined) return { kind: 'named', name, steps: stepsBelow(id) };
  if (/^(?:COMPOUND|MERGE|MULTI-INDEX)/.test(detail)) return unionOf(stepsBelow(id));
  if (detail.startsWith('USE TEMP B-TREE')) return { kind: 'sort' };
  const steps = stepsBelow(id);
  return steps.length === 0 ? null : { kind: 'union', parts: [steps] };
}

function unionOf(steps: readonly PlanStep[]): PlanStep {
  return {
    kind: 'union',
    parts: steps.flatMap((step) => (step.kind === 'union' ? step.parts : [[step]])),
  };
}

const LOOP =
  /^(?:SCAN|SEARCH) (?<alias>\S+)(?: USING (?<how>.*?INDEX|INTEGER PRIMARY KEY)(?: (?<index>[^ (]+))?)?(?: \((?<terms>.*)\))?/;

function parseLoop(detail: string): Loop {
  const { alias = '', how, index = '', terms } = LOOP.exec(detail)?.groups ?? {};
  const isCovering = how?.includes('COVERING') === true;
  return { alias, access: accessOf(), isCovering };

  function accessOf(): Access {
    if (detail.includes('VIRTUAL TABLE')) return { kind: 'virtual' };
    if (detail.includes('CONSTANT ROW')) return { kind: 'constant' };
    if (how?.startsWith('AUTOMATIC') === true) return { kind: 'automatic' };
    if (terms === undefined) return { kind: 'all' };
    const columns = terms.split(' AND ').flatMap((term) => /^(.+)=\?$/.exec(term)?.[1] ?? []);
    if (how === 'INTEGER PRIMARY KEY') return { kind: 'rowid', isRange: columns.length === 0 };
    return { kind: 'index', index, columns };
  }
}
