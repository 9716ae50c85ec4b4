// Changes: which fields of two documents differ, and the merge of two people's changes by field.
import { isEqualJson, type Json } from '../base/json.ts';
import type { Document } from './document.ts';

/** A field that both sides changed to different values. */
export interface Conflict {
  readonly field: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}

/** Result of a merge. */
export interface Merge {
  /** The document of the other side with my changes; fields in conflict have my value. */
  readonly merged: Document;
  /** Fields that only the other side changed. */
  readonly taken: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/** Returns the fields whose values differ. A field without a value equals one that is null. */
export function changedFields(
  before: Document,
  after: Document,
  fields: readonly string[],
): readonly string[] {
  return fields.filter((field) => !isSame(before[field], after[field]));
}

/**
 * Merges by field.
 * @param base What both sides started from
 * @param fields Fields that can be changed here; all others are taken from the other side
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
