// Parses what `EXPLAIN QUERY PLAN` prints (https://www.sqlite.org/eqp.html).

/** A row of the output: its id, that of the row above it, and what the step does. */
export interface ExplainedRow {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** A step of a plan. Steps next to each other are nested loops, from the outermost to the innermost. */
export type PlanStep =
  | { readonly kind: 'loop'; readonly loop: Loop }
  /** Runs once, whatever is around it. A list decides which rows the loop in front of it visits. */
  | { readonly kind: 'subquery'; readonly isList: boolean; readonly steps: readonly PlanStep[] }
  /** Runs again for each row around it. */
  | { readonly kind: 'correlated'; readonly steps: readonly PlanStep[] }
  /** A subquery whose rows a loop visits by this name. */
  | { readonly kind: 'named'; readonly name: string; readonly steps: readonly PlanStep[] }
  /** The rows of all of them: parts of a compound, or one loop by several indexes. */
  | { readonly kind: 'union'; readonly parts: readonly (readonly PlanStep[])[] }
  | { readonly kind: 'sort' };

/** A loop over rows of a table or a subquery. */
export interface Loop {
  /** The alias in the statement. */
  readonly alias: string;
  readonly access: Access;
  /** True if the index alone is read. */
  readonly isCovering: boolean;
}

/** Which rows a loop visits. */
export type Access =
  | { readonly kind: 'all' }
  | { readonly kind: 'virtual' }
  | { readonly kind: 'constant' }
  | { readonly kind: 'rowid'; readonly isRange: boolean }
  /** By an index that is made for the statement. */
  | { readonly kind: 'automatic' }
  /** By the columns that are compared for equality; none: a range of the first one. */
  | { readonly kind: 'index'; readonly index: string; readonly columns: readonly string[] };

/** The steps of a plan, as a tree. */
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
