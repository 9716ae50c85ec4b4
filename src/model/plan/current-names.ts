// Names of tables and columns before a plan is applied: a step uses the names that exist when it runs.
import type { AttributeStorage } from '../attribute-storage.ts';
import type { Step } from './steps.ts';

type Move = Extract<Step, { readonly kind: 'move' }>;

/** Returns the steps with the current names of what they read. */
export function withCurrentNames(steps: readonly Step[]): readonly Step[] {
  const moves: Move[] = [];
  return steps.map((step) => {
    if (step.kind === 'move') {
      moves.push(step);
      return step;
    }
    return moves.reduceRight(beforeMove, step);
  });
}

function beforeMove(step: Step, move: Move): Step {
  switch (step.kind) {
    case 'tighten':
      return { ...step, ...columnBefore(step, move) };
    case 'convert': {
      const { table, column } = columnBefore({ table: step.table, column: step.column.name }, move);
      return { ...step, table, column: { ...step.column, name: column } };
    }
    case 'limitToOne':
    case 'keepAttribute':
      return { ...step, storage: storageBefore(step.storage, move) };
    default:
      return step;
  }
}

interface ColumnLocation {
  readonly table: string;
  readonly column: string;
}

function columnBefore(at: ColumnLocation, { from, to }: Move): ColumnLocation {
  if (from.kind !== 'columns' || to.kind !== 'columns' || at.table !== to.table) {
    return { table: at.table, column: at.column };
  }
  const index = to.columns.indexOf(at.column);
  return { table: from.table, column: from.columns[index] ?? at.column };
}

function storageBefore(storage: AttributeStorage, { from, to }: Move): AttributeStorage {
  return JSON.stringify(storage) === JSON.stringify(to) ? from : storage;
}
