// Plans keyset pagination: the sort keys and their values at the position of the cursor.
import { validationError } from '../../base/errors.ts';
import type { Model, ScalarType } from '../../schema/types.ts';
import type { KeysetPagination, KeyValue } from '../params.ts';
import type { Keyset, Slot, SortKey } from '../plan.ts';
import type { PlanContext } from './context.ts';

/** A model and the sort of a list of its rows. */
export interface SortedModel {
  readonly model: Model;
  readonly sort: readonly SortKey[];
}

/** Plans a keyset. @throws ValidationError for a sort through a relation or by status, or the cursor of another list */
export function planKeyset(
  context: PlanContext,
  { model, sort }: SortedModel,
  { side, cursor }: KeysetPagination,
): Keyset {
  const keys = uniqueKeys(sort);
  if (cursor === null) return { side, keys, position: null };
  const order = printOrder(keys);
  if (cursor.sort !== order || cursor.values.length !== keys.length) {
    throw validationError(
      `Invalid cursor in pagination[${side}]. It belongs to a list with another sort; this list is sorted by ${order}.`,
    );
  }
  const position = keys.map(({ attribute }, i): Slot | null => {
    const value = cursor.values[i] ?? null;
    if (!isValueOf(model, attribute, value)) {
      throw validationError(
        `Invalid cursor in pagination[${side}]. Its ${attribute} is not a number.`,
      );
    }
    // The value is not cast to the type of the attribute, since that would round it.
    const type = typeof value === 'number' ? 'float' : 'string';
    return value === null ? null : context.slot({ type, value });
  });
  return { side, keys, position };
}

/** Prints names and directions of keys, for cursors. */
export function printOrder(keys: Keyset['keys']): string {
  return keys.map(({ attribute, direction }) => `${attribute}:${direction}`).join(',');
}

/** The keys up to the id, which is added if it is missing. The id is unique, so keys after it have no effect. */
function uniqueKeys(sort: readonly SortKey[]): Keyset['keys'] {
  const keys = sort.map(({ through, attribute, direction, byStatus }) => {
    if (byStatus) {
      throw validationError(
        'Keyset pagination does not support a sort by status. Use pagination[page] instead.',
      );
    }
    if (through.length > 0) {
      const path = [...through.map((step) => step.attribute), attribute].join('.');
      throw validationError(
        `Keyset pagination does not support a sort through a relation or component: ${path}. Use pagination[page] instead.`,
      );
    }
    return { attribute, direction };
  });
  const id = keys.findIndex(({ attribute }) => attribute === 'id');
  return id < 0 ? [...keys, { attribute: 'id', direction: 'asc' }] : keys.slice(0, id + 1);
}

const NUMBERS: ReadonlySet<ScalarType> = new Set(['integer', 'biginteger', 'float', 'decimal']);

/**
 * True if a value can be compared with a numeric attribute; PostgreSQL also has NaN and infinities. For other types the
 * database decides: it either compares the value or rejects it, which is a 400.
 */
function isValueOf({ attributes }: Model, name: string, value: KeyValue): boolean {
  if (name === 'id') return Number.isSafeInteger(value);
  const attribute = attributes.get(name);
  if (value === null || attribute?.kind !== 'scalar' || !NUMBERS.has(attribute.type)) return true;
  return value === 'NaN' || (String(value).trim() !== '' && !Number.isNaN(Number(value)));
}
