// In charge of the lines of an archive as others may have written them: each is looked at once, and has its type from
// then on (docs/strapi/archives.md).
import { isRecord, toRecord, valueAt, type RawRecord } from '../../schema/raw.ts';
import { ArchiveError } from './archive-error.ts';
import type { ConfigurationLine, EntityLine, LinkEnd, LinkLine } from './lines.ts';
import type { JsonLine } from './read-lines.ts';

/** A content-type or component, as the archive's project had it. */
export interface ArchivedSchema {
  readonly uid: string;
  /** With `attributes`, `options` and `pluginOptions`, none of which is known to be there. */
  readonly schema: RawRecord;
}

/** @throws ArchiveError */
export function parseSchemaLine({ value, place }: JsonLine): ArchivedSchema {
  const schema = recordAt(value, place);
  return { uid: textAt(schema, 'uid', place), schema };
}

/** The id is a number; whether a row may have it is another question. @throws ArchiveError */
export function parseEntityLine({ value, place }: JsonLine): EntityLine {
  const line = recordAt(value, place);
  const { id, data } = line;
  if (typeof id !== 'number' || !isRecord(data)) throw wrong(place, 'a row needs an id and data');
  return { type: textAt(line, 'type', place), id, data };
}

const KINDS: readonly LinkLine['kind'][] = [
  'relation.basic',
  'relation.circular',
  'relation.morph',
];

/** @throws ArchiveError */
export function parseLinkLine({ value, place }: JsonLine): LinkLine {
  const line = recordAt(value, place);
  const kind = KINDS.find((each) => each === line['kind']);
  if (kind === undefined)
    throw wrong(place, `the kind of a link must be one of ${KINDS.join(', ')}`);
  return {
    kind,
    relation: textAt(line, 'relation', place),
    left: endAt(line['left'], place),
    right: endAt(line['right'], place),
  };
}

function endAt(value: unknown, place: () => string): LinkEnd {
  const end = recordAt(value, place);
  const { ref, field, pos } = end;
  if (typeof ref !== 'number' && typeof ref !== 'string') {
    throw wrong(place, 'the ref of a link must be an id');
  }
  return {
    type: textAt(end, 'type', place),
    ref,
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof pos === 'number' ? { pos } : {}),
  };
}

/** @returns null for what is neither a setting nor a webhook. @throws ArchiveError */
export function parseConfigurationLine({ value, place }: JsonLine): ConfigurationLine | null {
  const line = recordAt(value, place);
  const row = recordAt(line['value'], place);
  if (line['type'] === 'webhook') return { type: 'webhook', value: row };
  if (line['type'] !== 'core-store') return null;
  return {
    type: 'core-store',
    value: {
      id: typeof row['id'] === 'number' ? row['id'] : 0,
      key: textAt(row, 'key', place),
      value: row['value'],
      type: textOrNull(row['type']),
      environment: textOrNull(row['environment']),
      tag: textOrNull(row['tag']),
    },
  };
}

/** What an archive says of itself. */
export interface ArchiveMetadata {
  /** Of the Strapi that wrote it; empty where it does not tell. */
  readonly version: string;
}

/** What `metadata.json` says. @throws ArchiveError */
export function parseMetadata(value: unknown): ArchiveMetadata {
  if (!isRecord(value)) throw new ArchiveError('metadata.json: this is not an object.');
  const version = valueAt(value, 'strapi.version');
  return { version: typeof version === 'string' ? version : '' };
}

/** The row of a file, as an archive has it beside its bytes. */
export interface AssetMetadata {
  /** Of the file; null where it does not tell. */
  readonly id: number | null;
  /** Name of the smaller version that it is; null: it is the file itself. */
  readonly format: string | null;
  readonly mime: string;
}

/** What stands beside the bytes of a file. */
export function parseAssetMetadata(value: unknown): AssetMetadata {
  const { id, type, mime } = toRecord(value);
  return {
    id: typeof id === 'number' ? id : null,
    format: textOrNull(type),
    mime: textOrNull(mime) ?? 'application/octet-stream',
  };
}

function recordAt(value: unknown, place: () => string): RawRecord {
  if (!isRecord(value)) throw wrong(place, 'an object is expected');
  return value;
}

function textAt(record: RawRecord, key: string, place: () => string): string {
  const value = record[key];
  if (typeof value !== 'string') throw wrong(place, `${key} must be a string`);
  return value;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function wrong(place: () => string, expected: string): ArchiveError {
  return new ArchiveError(`${place()}: ${expected}.`);
}
