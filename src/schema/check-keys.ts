// Warns about keys in a schema file that look misspelled; other unknown keys belong to plugins.
import { nearest } from '../base/nearest.ts';
import type { ReportProblem } from './check-report.ts';
import { toRecord, type RawRecord } from './raw.ts';

const SCHEMA = keywords(
  'kind collectionName info options pluginOptions attributes config indexes foreignKeys connection globalId uid',
  'apiName modelType modelName category actions lifecycles visible restrictRelationsTo description',
);
const INFO = keywords('displayName singularName pluralName description icon name mainField');
const OPTIONS = keywords(
  'draftAndPublish populateCreatorFields privateAttributes reviewWorkflows comment timestamps increments',
);
const ATTRIBUTE = keywords(
  'type required unique default private configurable searchable writable visible editable pluginOptions conditions',
  'customField options config name description label min max minLength maxLength regex enum enumName targetField',
  'multiple allowedTypes component components repeatable relation target inversedBy mappedBy morphBy useJoinTable',
  'joinTable joinColumn morphColumn owner autoPopulate column columnName columnType unstable_virtual sortable',
);

/** Maximum edit distance. */
const MAX_EDITS = 2;

/** Warns of misspelled keys in a schema file and in its `info` and `options`. */
export function checkSchemaKeys(raw: RawRecord, report: ReportProblem): void {
  checkKeys(raw, { known: SCHEMA, path: '' }, report);
  checkKeys(toRecord(raw['info']), { known: INFO, path: 'info.' }, report);
  checkKeys(toRecord(raw['options']), { known: OPTIONS, path: 'options.' }, report);
}

/** Warns of misspelled keys of an attribute. */
export function checkAttributeKeys(raw: RawRecord, report: ReportProblem): void {
  checkKeys(raw, { known: ATTRIBUTE, path: '' }, report);
}

interface Level {
  readonly known: readonly string[];
  readonly path: string;
}

function checkKeys(raw: RawRecord, { known, path }: Level, report: ReportProblem): void {
  for (const key of Object.keys(raw)) {
    const suggestion = known.includes(key) ? undefined : closestKey(key, known);
    if (suggestion === undefined || Object.hasOwn(raw, suggestion)) continue;
    const message = `Unknown key "${key}". Did you mean "${suggestion}"?`;
    report(`${path}${key}`, message, 'warning');
  }
}

/** Returns the known key that was probably meant: the same first letter, and a small edit distance. */
function closestKey(key: string, known: readonly string[]): string | undefined {
  const first = key.charAt(0).toLowerCase();
  const likely = known.filter((each) => each.charAt(0) === first);
  return nearest(key, likely, MAX_EDITS);
}

function keywords(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}
