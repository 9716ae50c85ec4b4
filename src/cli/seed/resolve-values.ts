// Resolves seed values to the data of a write: references become document ids, files become row ids. References to
// entries that do not exist yet are deferred.
import type { ContentType } from '../../schema/types.ts';
import { FileUse, Reference, type SeedValue, type SeedValues } from './seed-data.ts';

/** Ids of references and files; null for an entry that does not exist yet. */
export interface ResolvedIds {
  documentId(reference: Reference): string | null;
  fileId(file: FileUse): number;
}

/** Data of a write, and the attributes that must be written again once all entries exist. */
export interface ResolvedValues {
  readonly data: Readonly<Record<string, unknown>>;
  readonly later: readonly string[];
}

/** Resolves the values that can be written now. */
export function resolveValues(
  type: ContentType,
  values: SeedValues,
  known: ResolvedIds,
): ResolvedValues {
  const data: Record<string, unknown> = {};
  const later: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const { resolved, isComplete } = resolveValue(value, known);
    if (!isComplete) later.push(name);
    // A partial list is written only if the attribute is not required.
    if (isComplete || type.attributes.get(name)?.raw['required'] === true) data[name] = resolved;
  }
  return { data, later };
}

interface Resolved {
  readonly resolved: unknown;
  /** False if references were deferred. */
  readonly isComplete: boolean;
}

const LEFT_OUT: Resolved = { resolved: undefined, isComplete: false };

function resolveValue(value: SeedValue, known: ResolvedIds): Resolved {
  if (value instanceof Reference) {
    const documentId = known.documentId(value);
    return documentId === null ? LEFT_OUT : { resolved: documentId, isComplete: true };
  }
  if (value instanceof FileUse) return { resolved: known.fileId(value), isComplete: true };
  if (Array.isArray(value)) {
    const items = value.map((item: SeedValue) => resolveValue(item, known));
    return {
      resolved: items.flatMap(({ resolved }) => (resolved === undefined ? [] : [resolved])),
      isComplete: items.every(({ isComplete }) => isComplete),
    };
  }
  if (typeof value !== 'object' || value === null) return { resolved: value, isComplete: true };
  const parts = Object.entries(value).map(([name, part]: [string, SeedValue]) => ({
    name,
    ...resolveValue(part, known),
  }));
  return {
    resolved: Object.fromEntries(parts.map(({ name, resolved }) => [name, resolved])),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}
