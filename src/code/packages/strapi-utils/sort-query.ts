// Checks whether a sort is empty.
import { isPlainObject } from './values.ts';

/** Returns true for a sort with at least one attribute. */
export function hasSort(sort: unknown): boolean {
  if (typeof sort === 'string') return sort.split(',').some(namesAttribute);
  if (Array.isArray(sort)) return sort.some((item) => !Array.isArray(item) && hasSort(item));
  if (!isPlainObject(sort)) return false;
  return Object.values(sort).some((order) =>
    typeof order === 'string' ? order !== '' : isPlainObject(order) && hasSort(order),
  );
}

function namesAttribute(term: string): boolean {
  return (term.split(':')[0] ?? '').trim() !== '';
}
