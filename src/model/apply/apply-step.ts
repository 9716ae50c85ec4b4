// Applies one step of a plan to the database.
import type { Dialect } from '../../storage/dialect.ts';
import {
  convertColumn,
  countConversionFailures,
  mergeColumn,
} from '../../storage/model-changes/convert-column.ts';
import { swapStagedColumn, type StagedColumn } from '../../storage/model-changes/staged-column.ts';
import type { StagedConversions } from './stage-conversions.ts';
import { dropIndexes, renameIndexes, renameTable } from '../../storage/model-changes/rename.ts';
import {
  countDocuments,
  renameValues,
  runAll,
  updateRows,
} from '../../storage/model-changes/rows.ts';
import type { Session } from '../../storage/session.ts';
import type { AttributeStorage } from '../attribute-storage.ts';
import { ModelChangeError } from '../errors.ts';
import type { ModelVersion } from '../plan/change-versions.ts';
import type { ChangePlan, Step } from '../plan/steps.ts';
import { renameReferences } from './references.ts';

/** A step and the models around it. */
export interface StepContext {
  readonly step: Step;
  readonly current: ModelVersion;
  readonly requested: ModelVersion;
  readonly staged?: StagedConversions;
}

/** Applies a step. Tables and columns that are only added are left to the sync. @throws ModelChangeError */
export async function applyStep(
  session: Session,
  dialect: Dialect,
  { step, current, staged }: StepContext,
): Promise<void> {
  switch (step.kind) {
    case 'move':
      return moveValues(session, dialect, step);
    case 'renameModel':
      return runAll(session, renameReferences(dialect, step));
    case 'renameUid': {
      const { table, column, from } = step;
      return session.run(updateRows(dialect, { table, column, is: from }, step.uid));
    }
    case 'renameValues':
      return session.run(renameValues(dialect, step, step.values));
    case 'convert':
      return convert(session, dialect, { step, current, staged: staged?.get(step) ?? null });
    case 'restoreSetAside': {
      const { table, from, to } = step;
      return mergeColumn(session, dialect, { table, from, to });
    }
    case 'makeSingle':
      return assertSingle(session, dialect, step);
    default:
      return undefined;
  }
}

type Move = Extract<Step, { readonly kind: 'move' }>;

async function moveValues(session: Session, dialect: Dialect, move: Move): Promise<void> {
  const { from, to, why } = move;
  if (from.kind === 'rows' && to.kind === 'rows') {
    const { table, field: is, type: and } = from;
    return session.run(updateRows(dialect, { table, column: 'field', is, and }, to.field));
  }
  if (from.kind === 'rows' || to.kind === 'rows') throw new Error('values change their form');
  if (why === 'setAside') {
    const columns = from.kind === 'table' ? [null] : from.columns;
    for (const column of columns) {
      await dropIndexes(session, dialect, { table: from.table, column });
    }
  }
  await renameTable(session, dialect, {
    from: from.table,
    to: to.table,
    columns: pairs(from, to),
  });
}

/** Columns by position. */
function pairs(
  from: Exclude<AttributeStorage, { readonly kind: 'rows' }>,
  to: Exclude<AttributeStorage, { readonly kind: 'rows' }>,
): readonly (readonly [string | null, string | null])[] {
  return from.columns.map((column, i) => [column, to.columns[i] ?? null]);
}

/** Renames indexes and keys of renamed tables and columns to their names in the layout. */
export async function renameIndexesOf(
  session: Session,
  dialect: Dialect,
  { plan, current, requested }: Omit<StepContext, 'step'> & { readonly plan: ChangePlan },
): Promise<void> {
  const byTable = new Map<
    string,
    { from: string; columns: (readonly [string | null, string | null])[] }
  >();
  for (const step of plan.steps) {
    if (step.kind !== 'move' || step.why !== 'rename') continue;
    const { from, to } = step;
    if (from.kind === 'rows' || to.kind === 'rows') continue;
    const existing = byTable.get(to.table) ?? { from: from.table, columns: [] };
    existing.columns.push(...pairs(from, to));
    byTable.set(to.table, existing);
  }
  for (const [table, { from, columns }] of byTable) {
    const former = current.layout.tables.find(({ name }) => name === from);
    const next = requested.layout.tables.find(({ name }) => name === table);
    if (former && next) await renameIndexes(session, dialect, { former, requested: next, columns });
  }
}

async function convert(
  session: Session,
  dialect: Dialect,
  {
    step,
    current,
    staged,
  }: Pick<StepContext, 'current'> & {
    readonly step: Extract<Step, { readonly kind: 'convert' }>;
    readonly staged: StagedColumn | null;
  },
): Promise<void> {
  if (staged && (await swapStagedColumn(session, dialect, staged))) return;
  const { uid, attribute, column, from, to, setAsideColumn } = step;
  const table = { name: step.table, foreignKeys: [] };
  const { count, example } = await countConversionFailures(session, dialect, {
    table,
    column,
    from,
    to,
  });
  if (count > 0 && setAsideColumn === null) {
    throw new ModelChangeError(
      describeConversionFailures({ uid, attribute, from, to, count, example }),
    );
  }
  const former = current.layout.tables
    .find(({ name }) => name === step.table)
    ?.columns.find(({ name }) => name === column.name);
  if (count === 0 && former?.type === column.type) return;
  await convertColumn(session, dialect, { table, column, from, to, setAsideColumn });
}

/** Sentence about values that do not fit. */
export function describeConversionFailures({
  uid,
  attribute,
  from,
  to,
  count,
  example,
}: {
  readonly uid: string;
  readonly attribute: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly example: string | null;
}): string {
  const values = count === 1 ? '1 value' : `${count} values`;
  const such = example === null ? '' : `, such as "${example.slice(0, 60)}"`;
  return `${attribute} of ${uid} cannot become ${to}: ${values} of type ${from} would not fit${such}.`;
}

async function assertSingle(
  session: Session,
  dialect: Dialect,
  { uid, table }: Extract<Step, { readonly kind: 'makeSingle' }>,
): Promise<void> {
  const [row] = await session.rows(countDocuments(dialect, table));
  const count = Number(row?.[0] ?? 0);
  if (count > 1) {
    throw new ModelChangeError(describeMultipleDocuments(uid, count), { reason: 'several' });
  }
}

/** Sentence about a collection with too many documents for a single type. */
export function describeMultipleDocuments(uid: string, count: number): string {
  return `${uid} cannot become a single type: it has ${count} documents.`;
}
