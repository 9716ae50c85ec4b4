// In charge of the data of a write: references become the ids of documents, files those of their rows. What refers to
// an entry that has no document yet is left for later.
import type { ContentType } from '../../schema/types.ts';
import { FileUse, Reference, type SeedValue, type SeedValues } from './seed-data.ts';

/** What references and files stand for; null for an entry that has no document yet. */
export interface Known {
  documentId(reference: Reference): string | null;
  fileId(file: FileUse): number;
}

/** The data of a write, and the attributes of it that must be written again when all entries are there. */
export interface ResolvedValues {
  readonly data: Readonly<Record<string, unknown>>;
  readonly later: readonly string[];
}

/** What of values can be written now. */
export function resolveValues(type: ContentType, values: SeedValues, known: Known): ResolvedValues {
  const data: Record<string, unknown> = {};
  const later: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const { resolved, isWhole } = resolveValue(value, known);
    if (!isWhole) later.push(name);
    // A part is better than nothing only where nothing would be refused.
    if (isWhole || type.attributes.get(name)?.raw['required'] === true) data[name] = resolved;
  }
  return { data, later };
}

interface Resolved {
  readonly resolved: unknown;
  /** False where references were left out. */
  readonly isWhole: boolean;
}

const LEFT_OUT: Resolved = { resolved: undefined, isWhole: false };

function resolveValue(value: SeedValue, known: Known): Resolved {
  if (value instanceof Reference) {
    const documentId = known.documentId(value);
    return documentId === null ? LEFT_OUT : { resolved: documentId, isWhole: true };
  }
  if (value instanceof FileUse) return { resolved: known.fileId(value), isWhole: true };
  if (Array.isArray(value)) {
    const items = value.map((item: SeedValue) => resolveValue(item, known));
    return {
      resolved: items.flatMap(({ resolved }) => (resolved === undefined ? [] : [resolved])),
      isWhole: items.every(({ isWhole }) => isWhole),
    };
  }
  if (typeof value !== 'object' || value === null) return { resolved: value, isWhole: true };
  const parts = Object.entries(value).map(([name, part]: [string, SeedValue]) => ({
    name,
    ...resolveValue(part, known),
  }));
  return {
    resolved: Object.fromEntries(parts.map(({ name, resolved }) => [name, resolved])),
    isWhole: parts.every(({ isWhole }) => isWhole),
  };
}
