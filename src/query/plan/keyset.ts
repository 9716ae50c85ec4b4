// Planner of keyset pagination: the keys of the order, and the values of them in the row that a page is next to.
import { validationError } from '../../base/errors.ts';
import type { Model, ScalarType } from '../../schema/types.ts';
import type { KeysetPagination, KeyValue } from '../params.ts';
import type { Keyset, Slot, SortKey } from '../plan.ts';
import type { PlanContext } from './context.ts';

/** The sort of a list of a model's rows. */
export interface SortedModel {
  readonly model: Model;
  readonly sort: readonly SortKey[];
}

/** Plans the part of a list next to a row. @throws ValidationError for a sort through a relation, or another cursor */
export function planKeyset(
  context: PlanContext,
  { model, sort }: SortedModel,
  { side, cursor }: KeysetPagination,
): Keyset {
  const keys = tellingKeys(sort);
  if (cursor === null) return { side, keys, place: null };
  const order = orderText(keys);
  if (cursor.sort !== order || cursor.values.length !== keys.length) {
    throw validationError(
      `Invalid cursor in pagination[${side}]. It belongs to a list with another sort; this list is sorted by ${order}.`,
    );
  }
  const place = keys.map(({ attribute }, i): Slot | null => {
    const value = cursor.values[i] ?? null;
    if (!isValueOf(model, attribute, value)) {
      throw validationError(
        `Invalid cursor in pagination[${side}]. Its ${attribute} is no number.`,
      );
    }
    // As the database gave it, whatever the attribute: a cast would round it.
    const type = typeof value === 'number' ? 'float' : 'string';
    return value === null ? null : context.slot({ type, value });
  });
  return { side, keys, place };
}

/** Names and directions of keys, for cursors. */
export function orderText(keys: Keyset['keys']): string {
  return keys.map(({ attribute, direction }) => `${attribute}:${direction}`).join(',');
}

/** No two rows have one id: keys behind it decide nothing. */
function tellingKeys(sort: readonly SortKey[]): Keyset['keys'] {
  const keys = sort.map(({ through, attribute, direction }) => {
    if (through.length > 0) {
      const path = [...through.map((step) => step.attribute), attribute].join('.');
      throw validationError(
        `Keyset pagination takes no sort through a relation or component: ${path}. Use pagination[page] for it.`,
      );
    }
    return { attribute, direction };
  });
  const id = keys.findIndex(({ attribute }) => attribute === 'id');
  return id < 0 ? [...keys, { attribute: 'id', direction: 'asc' }] : keys.slice(0, id + 1);
}

const NUMBERS: ReadonlySet<ScalarType> = new Set(['integer', 'biginteger', 'float', 'decimal']);

/**
 * PostgreSQL has numbers that are infinite or none. Of other types the database knows best: any value has a place in the
 * order of a column, or is refused with 400.
 */
function isValueOf({ attributes }: Model, name: string, value: KeyValue): boolean {
  if (name === 'id') return Number.isSafeInteger(value);
  const attribute = attributes.get(name);
  if (value === null || attribute?.kind !== 'scalar' || !NUMBERS.has(attribute.type)) return true;
  return value === 'NaN' || (String(value).trim() !== '' && !Number.isNaN(Number(value)));
}
