// Compares versions of entries, and words of texts.
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import type { Document } from './document.ts';
import { countOf, relationOf } from './relations.ts';

/** Returns the fields in which two versions differ, ignoring the ids of component rows. */
export function differentFields(
  before: Document,
  after: Document,
  fields: readonly string[],
): readonly string[] {
  return fields.filter((name) => !isSameContent(before[name] ?? null, after[name] ?? null));
}

/** Returns true if two form values are equivalent. */
export function isSameContent(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    const others = b as readonly Json[];
    return (
      a.length === others.length &&
      (a as readonly Json[]).every((each, index) => isSameContent(each, others[index] ?? null))
    );
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  if (isRelation(a) && isRelation(b)) return isSameRelation(a, b);
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  // Files are identified by id.
  if (!Object.hasOwn(a, 'mime')) names.delete('id');
  return [...names].every((name) => isSameContent(a[name] ?? null, b[name] ?? null));
}

function isRelation(value: JsonObject): boolean {
  return Object.hasOwn(value, 'items') && Object.hasOwn(value, 'earlier');
}

/** Compares lists, by their length if one is not loaded. */
function isSameRelation(a: JsonObject, b: JsonObject): boolean {
  const first = relationOf(a);
  const second = relationOf(b);
  if (countOf(first) !== countOf(second)) return false;
  if (first.items === null || second.items === null) return true;
  const others = second.items.map(({ documentId }) => documentId);
  return first.items.every(({ documentId }, index) => documentId === others[index]);
}

/** A part of a text, and the version that contains it. */
export interface TextPart {
  readonly in: 'both' | 'before' | 'after';
  readonly text: string;
}

/** Maximum number of words; longer texts are compared as a whole. */
const MAX_WORDS = 1500;

/** Returns the parts of two texts in order. */
export function diffWords(before: string, after: string): readonly TextPart[] {
  const old = wordsOf(before);
  const next = wordsOf(after);
  if (old.length > MAX_WORDS || next.length > MAX_WORDS) {
    return joined([
      { in: 'before', text: before },
      { in: 'after', text: after },
    ]);
  }
  const lengths = commonLengths(old, next);
  const parts: TextPart[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    const [word, other] = [old[i], next[j]];
    if (word !== undefined && word === other) {
      parts.push({ in: 'both', text: word });
      i += 1;
      j += 1;
    } else if (
      other === undefined ||
      (word !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      parts.push({ in: 'before', text: word ?? '' });
      i += 1;
    } else {
      parts.push({ in: 'after', text: other });
      j += 1;
    }
  }
  return joined(parts);
}

/** Splits a text into words with trailing spaces. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** Returns the lengths of the longest common subsequences from each pair of positions. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = rows[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] =
        a[i] === b[j]
          ? at(rows, i + 1, j + 1) + 1
          : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

/** Merges adjacent parts of the same version. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.in === part.in)
      result[result.length - 1] = { in: last.in, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
