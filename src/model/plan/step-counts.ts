// Counts the stored values that a step concerns: those that do not fit, break a rule, move, or would no longer be served.
import { conversionFailuresOf } from '../../storage/model-changes/convert-column.ts';
import {
  breakingValues,
  countDocuments,
  multipleLinks,
  storedComponents,
  storedRows,
  storedValues,
  unservedRows,
} from '../../storage/model-changes/rows.ts';
import {
  countValues,
  exampleValues,
  type SelectedValues,
} from '../../storage/model-changes/selected-values.ts';
import type { ModelDdl } from '../../storage/migration/ddl.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { AttributeStorage } from '../attribute-storage.ts';
import type { Step } from './steps.ts';

/** Stored values that a step concerns. */
export interface StepCount {
  readonly count: number;
  /** Some of the values. */
  readonly examples: readonly StepExample[];
}

/** A value as text, or null, and the document that has it, or null. */
export interface StepExample {
  readonly value: string | null;
  readonly documentId: string | null;
}

/** Context of a count besides the step. */
export interface CountContext {
  readonly dialect: Dialect;
  readonly model: ModelDdl;
  /** Whether a model is a content-type. */
  readonly hasDocuments: boolean;
  /** Locale that is served if a type has none. */
  readonly locale: string;
  /** Current table of the step's model; null for a new one. */
  readonly table: string | null;
}

/**
 * Counts the values of a step, which has not been applied.
 * @returns null for a step that concerns none
 */
export function* countStep(step: Step, context: CountContext): ReadSteps<StepCount | null> {
  const { dialect } = context;
  if (step.kind === 'makeSingle') {
    const [rows = []] = yield [countDocuments(dialect, step.table)];
    return { count: Number(rows[0]?.[0] ?? 0), examples: [] };
  }
  const values = valuesOf(step, context);
  if (values === null) return null;
  const [counted = []] = yield [countValues(dialect, values)];
  const count = Number(counted[0]?.[0] ?? 0);
  if (count === 0) return { count, examples: [] };
  const [rows = []] = yield [exampleValues(dialect, values)];
  const examples = rows.map(([value, documentId]) => ({
    value: toText(value),
    documentId: toText(documentId),
  }));
  return {
    count,
    examples: examples.filter((each) => each.value !== null || each.documentId !== null),
  };
}

/** Statement that must run before a step can be counted, in the same transaction, or null. */
export function preparationOf(step: Step, context: CountContext): string | null {
  return step.kind === 'convert' ? conversionFailures(step, context).prepare : null;
}

type Conversion = Extract<Step, { readonly kind: 'convert' }>;

function conversionFailures(step: Conversion, { dialect, model, hasDocuments }: CountContext) {
  const { table, ...conversion } = step;
  const at = { name: table, foreignKeys: [] };
  return conversionFailuresOf(dialect, model, { ...conversion, table: at, hasDocuments });
}

function valuesOf(step: Step, context: CountContext): SelectedValues | null {
  const { hasDocuments, table: modelTable, locale } = context;
  switch (step.kind) {
    case 'convert':
      return conversionFailures(step, context).values;
    case 'tighten': {
      const { table, column, rule } = step;
      return breakingValues({ table, column, hasDocuments }, rule);
    }
    case 'limitToOne': {
      const { storage } = step;
      const by = storage.kind === 'table' ? storage.columns[0] : ownerColumn(storage);
      if (by === null || by === undefined) return null;
      const field = storage.kind === 'rows' ? storage.field : null;
      return multipleLinks({ table: storage.table, by, field });
    }
    case 'move':
      return step.why === 'rename' ? valuesIn(step.from, hasDocuments) : null;
    case 'narrowZone':
      return storedComponents(step);
    case 'keepAttribute':
      return valuesIn(step.storage, hasDocuments);
    case 'keepModel':
      return storedRows(step.table, null, hasDocuments);
    case 'switchOption':
      if (step.on || modelTable === null) return null;
      return unservedRows(
        modelTable,
        step.option === 'drafts' ? { drafts: true } : { otherThan: locale },
      );
    default:
      return null;
  }
}

function valuesIn(storage: AttributeStorage, hasDocuments: boolean): SelectedValues | null {
  const { table } = storage;
  if (storage.kind === 'rows') return storedRows(table, storage.field);
  if (storage.kind === 'table') return storedRows(table, null);
  const [column] = storage.columns;
  return column === undefined ? null : storedValues({ table, column, hasDocuments });
}

function ownerColumn(storage: Extract<Step, { readonly kind: 'limitToOne' }>['storage']): string {
  return storage.kind === 'rows' && storage.type ? 'related_id' : 'entity_id';
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
