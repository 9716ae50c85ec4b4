// Finds the types of custom fields in the schemas of an archive, which are its first entries.
import { toRecord, toText } from '../../schema/raw.ts';
import { parseSchemaLine } from '../archive/parse-lines.ts';
import type { ArchiveEntry } from '../archive/read-archive.ts';
import { readJsonLines } from '../archive/read-lines.ts';

/** An attribute with a custom field. */
export interface CustomFieldUse {
  /** Uid of the content-type or component. */
  readonly uid: string;
  readonly attribute: string;
  /** The custom field, such as `plugin::color-picker.color`. */
  readonly field: string;
}

/**
 * Reads only the schemas. @returns the type of an attribute; if the archive does not contain it, that of the same
 * field elsewhere
 */
export async function readCustomFields(
  entries: AsyncIterable<ArchiveEntry>,
): Promise<(use: CustomFieldUse) => unknown> {
  const ofAttribute = new Map<string, unknown>();
  const ofField = new Map<string, unknown>();
  for await (const entry of entries) {
    if (!entry.name.startsWith('schemas/')) break;
    for await (const line of readJsonLines(entry)) {
      const { uid, schema } = parseSchemaLine(line);
      for (const [name, raw] of Object.entries(toRecord(schema['attributes']))) {
        const { customField, type } = toRecord(raw);
        ofAttribute.set(`${uid} ${name}`, type);
        const field = toText(customField);
        if (field !== undefined) ofField.set(field, type);
      }
    }
  }
  return ({ uid, attribute, field }) =>
    ofAttribute.get(`${uid} ${attribute}`) ?? ofField.get(field);
}
