// Checks column names: reserved names, and attributes that would share a column (docs/strapi/storage.md, "Names").
import type { ReportProblem } from './check-report.ts';
import { toRecord, type RawRecord } from './raw.ts';
import type { RawDefinition } from './types.ts';

/** System attributes; a schema cannot redefine them. */
const SYSTEM = new Set(
  ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'].concat([
    'locale',
    'localizations',
  ]),
);
const SYSTEM_COLUMNS = [
  'created_at',
  'updated_at',
  'published_at',
  'created_by_id',
  'updated_by_id',
  'locale',
];
const RESERVED = ['id', 'document_id'];
/** Columns of a morph relation; two in one type would share them. */
const MORPH_COLUMNS = ['target_id', 'target_type'];

/** Reports attributes whose column is already in use. */
export function checkColumns({ modelType, json }: RawDefinition, report: ReportProblem): void {
  const isContentType = modelType === 'contentType';
  const owners = new Map<string, string>();
  if (isContentType) for (const column of SYSTEM_COLUMNS) owners.set(column, 'the system');
  for (const [name, value] of Object.entries(toRecord(toRecord(json)['attributes']))) {
    const path = `attributes.${name}`;
    if (RESERVED.includes(columnOf(name))) {
      report(path, `The name "${name}" is reserved. Choose another one.`);
      continue;
    }
    if (isContentType && SYSTEM.has(name)) continue;
    const columns = columnsOf(name, toRecord(value));
    const conflict = columns.find((column) => owners.has(column));
    if (conflict === undefined) for (const column of columns) owners.set(column, `"${name}"`);
    else if (toRecord(value)['relation'] === 'morphToOne') {
      report(
        path,
        `A morphToOne relation needs the column "${conflict}", which already belongs to ${owners.get(conflict)}. Use morphToMany.`,
      );
    } else {
      report(
        path,
        `The column "${conflict}" already belongs to ${owners.get(conflict)}. Rename this attribute.`,
      );
    }
  }
}

function columnsOf(name: string, raw: RawRecord): readonly string[] {
  switch (raw['type']) {
    case 'relation':
      if (raw['relation'] === 'morphToOne') return MORPH_COLUMNS;
      return raw['useJoinTable'] === false && !raw['mappedBy'] ? [`${columnOf(name)}_id`] : [];
    case 'media':
    case 'component':
    case 'dynamiczone':
      return [];
    default:
      return [columnOf(name)];
  }
}

/** A simple snake case form that is good enough to find duplicates. */
function columnOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F'\u2019]/g, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replaceAll(/(\p{L})(\d)/gu, '$1_$2')
    .replaceAll(/(\d)(\p{L})/gu, '$1_$2')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .join('_')
    .toLowerCase();
}
