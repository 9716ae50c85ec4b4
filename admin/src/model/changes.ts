// Compares documents by field, and merges concurrent changes of two users.
import { isEqualJson, type Json } from '../base/json.ts';
import type { Document } from './document.ts';

/** A field with different changes on both sides. */
export interface Conflict {
  readonly field: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}

/** Result of a merge. */
export interface Merge {
  /** The document of the other side with the local changes; conflicting fields have the local value. */
  readonly merged: Document;
  /** Fields that only the other side has changed. */
  readonly taken: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/** Returns the fields with different values. A missing value equals null. */
export function changedFields(
  before: Document,
  after: Document,
  fields: readonly string[],
): readonly string[] {
  return fields.filter((field) => !isSame(before[field], after[field]));
}

/**
 * Merges by field.
 * @param base Common ancestor
 * @param fields Editable fields; all others are taken from the other side
 */
export function mergeFields(
  {
    base,
    mine,
    theirs,
  }: { readonly base: Document; readonly mine: Document; readonly theirs: Document },
  fields: readonly string[],
): Merge {
  const own = changedFields(base, mine, fields);
  const others = changedFields(base, theirs, fields);
  const kept = Object.fromEntries(own.map((field) => [field, mine[field] ?? null]));
  return {
    merged: { ...theirs, ...kept },
    taken: others.filter((field) => !own.includes(field)),
    conflicts: own
      .filter((field) => others.includes(field) && !isSame(mine[field], theirs[field]))
      .map((field) => ({
        field,
        base: base[field] ?? null,
        mine: mine[field] ?? null,
        theirs: theirs[field] ?? null,
      })),
  };
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return isEqualJson(a ?? null, b ?? null);
}
