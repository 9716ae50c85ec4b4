// Counts the stored values that a step concerns: those that do not fit, break a rule, or would no longer be served.
import { countMisfits } from '../../storage/model-changes/convert-column.ts';
import { countBreaks, countDocuments, countSeveral } from '../../storage/model-changes/rows.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Session } from '../../storage/session.ts';
import type { Step } from './steps.ts';

/** Stored values that a step concerns. */
export interface StepCount {
  readonly count: number;
  /** One of the values as text, or null. */
  readonly example: string | null;
}

/**
 * Counts the values of a step.
 * @param hasDocuments Whether a model is a content-type
 * @returns null for a step that concerns none
 */
export async function countStep(
  session: Session,
  dialect: Dialect,
  { step, hasDocuments }: { readonly step: Step; readonly hasDocuments: boolean },
): Promise<StepCount | null> {
  switch (step.kind) {
    case 'convert': {
      const { table, ...conversion } = step;
      return countMisfits(session, dialect, {
        ...conversion,
        table: { name: table, foreignKeys: [] },
      });
    }
    case 'makeSingle': {
      const [row] = await session.rows(countDocuments(dialect, step.table));
      return { count: Number(row?.[0] ?? 0), example: null };
    }
    case 'tighten': {
      const { table, column, rule } = step;
      const [row] = await session.rows(countBreaks(dialect, { table, column, hasDocuments }, rule));
      const [count, example] = row ?? [];
      return { count: Number(count ?? 0), example: toExample(example) };
    }
    case 'limitToOne': {
      const { storage } = step;
      const by = storage.kind === 'table' ? storage.columns[0] : ownerColumn(storage);
      if (by === null || by === undefined) return null;
      const field = storage.kind === 'rows' ? storage.field : null;
      const rows = { table: storage.table, by, field };
      const [row] = await session.rows(countSeveral(dialect, rows));
      return { count: Number(row?.[0] ?? 0), example: null };
    }
    default:
      return null;
  }
}

function ownerColumn(storage: Extract<Step, { readonly kind: 'limitToOne' }>['storage']): string {
  return storage.kind === 'rows' && storage.type ? 'related_id' : 'entity_id';
}

function toExample(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
