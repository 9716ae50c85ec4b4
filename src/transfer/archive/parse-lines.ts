// Parses the lines of an archive, which are untrusted, into typed values (docs/strapi/archives.md).
import { isRecord, toRecord, valueAt, type RawRecord } from '../../schema/raw.ts';
import { TransferError } from '../errors.ts';
import type { ConfigurationLine, EntityLine, LinkEnd, LinkLine } from './lines.ts';
import type { JsonLine } from './read-lines.ts';

/** A content-type or component of the archive. */
export interface ArchivedSchema {
  readonly uid: string;
  /** May contain `attributes`, `options` and `pluginOptions`. */
  readonly schema: RawRecord;
}

/** @throws TransferError */
export function parseSchemaLine({ value, location }: JsonLine): ArchivedSchema {
  const schema = recordAt(value, location);
  return { uid: textAt(schema, 'uid', location), schema };
}

/** The id is a number, but may not be a valid row id. @throws TransferError */
export function parseEntityLine({ value, location }: JsonLine): EntityLine {
  const line = recordAt(value, location);
  const { id, data } = line;
  if (typeof id !== 'number' || !isRecord(data))
    throw wrong(location, 'a row needs an id and data');
  return { type: textAt(line, 'type', location), id, data };
}

const KINDS: readonly LinkLine['kind'][] = [
  'relation.basic',
  'relation.circular',
  'relation.morph',
];

/** @throws TransferError */
export function parseLinkLine({ value, location }: JsonLine): LinkLine {
  const line = recordAt(value, location);
  const kind = KINDS.find((each) => each === line['kind']);
  if (kind === undefined)
    throw wrong(location, `the kind of a link must be one of ${KINDS.join(', ')}`);
  return {
    kind,
    relation: textAt(line, 'relation', location),
    left: endAt(line['left'], location),
    right: endAt(line['right'], location),
  };
}

function endAt(value: unknown, location: () => string): LinkEnd {
  const end = recordAt(value, location);
  const { ref, field, pos } = end;
  if (typeof ref !== 'number' && typeof ref !== 'string') {
    throw wrong(location, 'the ref of a link must be an id');
  }
  return {
    type: textAt(end, 'type', location),
    ref,
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof pos === 'number' ? { pos } : {}),
  };
}

/** @returns null for a line that is neither a setting nor a webhook @throws TransferError */
export function parseConfigurationLine({ value, location }: JsonLine): ConfigurationLine | null {
  const line = recordAt(value, location);
  const row = recordAt(line['value'], location);
  if (line['type'] === 'webhook') return { type: 'webhook', value: row };
  if (line['type'] !== 'core-store') return null;
  return {
    type: 'core-store',
    value: {
      id: typeof row['id'] === 'number' ? row['id'] : 0,
      key: textAt(row, 'key', location),
      value: row['value'],
      type: textOrNull(row['type']),
      environment: textOrNull(row['environment']),
      tag: textOrNull(row['tag']),
    },
  };
}

export interface ArchiveMetadata {
  /** Version of Strapi that wrote it; empty if unknown. */
  readonly version: string;
}

/** Parses `metadata.json`. @throws TransferError */
export function parseMetadata(value: unknown): ArchiveMetadata {
  if (!isRecord(value))
    throw new TransferError('invalidArchive', 'metadata.json: this is not an object.');
  const version = valueAt(value, 'strapi.version');
  return { version: typeof version === 'string' ? version : '' };
}

/** Row of a file, as stored next to its bytes. */
export interface AssetMetadata {
  /** Row id of the file; null if unknown. */
  readonly id: number | null;
  /** Name of a smaller format; null for the file itself. */
  readonly format: string | null;
  readonly mime: string;
}

/** Parses the metadata of a file. */
export function parseAssetMetadata(value: unknown): AssetMetadata {
  const { id, type, mime } = toRecord(value);
  return {
    id: typeof id === 'number' ? id : null,
    format: textOrNull(type),
    mime: textOrNull(mime) ?? 'application/octet-stream',
  };
}

function recordAt(value: unknown, location: () => string): RawRecord {
  if (!isRecord(value)) throw wrong(location, 'expected an object');
  return value;
}

function textAt(record: RawRecord, key: string, location: () => string): string {
  const value = record[key];
  if (typeof value !== 'string') throw wrong(location, `${key} must be a string`);
  return value;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function wrong(location: () => string, expected: string): TransferError {
  return new TransferError('invalidArchive', `${location()}: ${expected}.`);
}
