// Looks up the types of custom fields in the schemas of an archive, which are its first entries.
import { toRecord, toText } from '../../schema/raw.ts';
import { parseSchemaLine } from '../archive/parse-lines.ts';
import type { ArchiveEntry } from '../archive/read-archive.ts';
import { readJsonLines } from '../archive/read-lines.ts';

/** Names an attribute that is a custom field. */
export interface CustomFieldPlace {
  /** uid of the content-type or component. */
  readonly uid: string;
  readonly attribute: string;
  /** Of the custom field, such as `plugin::color-picker.color`. */
  readonly field: string;
}

/** Reads no further than the schemas. @returns the type of an attribute; of one that the archive has not, that of the field elsewhere */
export async function readCustomFields(
  entries: AsyncIterable<ArchiveEntry>,
): Promise<(place: CustomFieldPlace) => unknown> {
  const ofPlace = new Map<string, unknown>();
  const ofField = new Map<string, unknown>();
  for await (const entry of entries) {
    if (!entry.name.startsWith('schemas/')) break;
    for await (const line of readJsonLines(entry)) {
      const { uid, schema } = parseSchemaLine(line);
      for (const [name, raw] of Object.entries(toRecord(schema['attributes']))) {
        const { customField, type } = toRecord(raw);
        ofPlace.set(`${uid} ${name}`, type);
        const field = toText(customField);
        if (field !== undefined) ofField.set(field, type);
      }
    }
  }
  return ({ uid, attribute, field }) => ofPlace.get(`${uid} ${attribute}`) ?? ofField.get(field);
}
