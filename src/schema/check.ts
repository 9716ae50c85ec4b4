// Checks a schema and reports all errors together, each with file, location and advice. Accepts everything that
// Strapi serves (docs/strapi/storage.md, "Names").
import { checkAttribute } from './check-attribute.ts';
import { checkColumns } from './check-columns.ts';
import { checkConditions } from './check-conditions.ts';
import { checkAttributeKeys, checkSchemaKeys } from './check-keys.ts';
import { checkRelation } from './check-relation.ts';
import type { DefinitionIndex, ReportProblem, SchemaFindings } from './check-report.ts';
import { isRecord, toRecord, toText, valueAt } from './raw.ts';
import { pairRelations, type RelationSides } from './relation-sides.ts';
import type { RawDefinition, SchemaIssue } from './types.ts';

/**
 * Returns all errors of a set of definitions, including built-in ones, in order. Custom fields and relations to types
 * of missing plugins must be resolved before.
 */
export function checkDefinitions(definitions: readonly RawDefinition[]): SchemaFindings {
  const issues: SchemaIssue[] = [];
  const warnings: SchemaIssue[] = [];
  const index: DefinitionIndex = new Map(definitions.map((one) => [one.uid, one]));
  const sides = pairRelations(definitions);
  for (const definition of definitions) {
    const report: ReportProblem = (path, message, severity) => {
      const list = severity === 'warning' ? warnings : issues;
      list.push({ file: definition.file, path, message });
    };
    if (isRecord(definition.json)) checkDefinition(definition, { index, sides }, report);
    else report('', 'A schema file must contain one JSON object.');
  }
  return {
    issues: [...issues, ...checkTables(definitions), ...checkRouteNames(definitions)],
    warnings,
  };
}

interface CheckContext {
  readonly index: DefinitionIndex;
  readonly sides: RelationSides;
}

function checkDefinition(
  definition: RawDefinition,
  context: CheckContext,
  report: ReportProblem,
): void {
  const raw = toRecord(definition.json);
  if (definition.modelType === 'contentType') checkContentType(definition, report);
  else checkComponent(definition, report);
  checkSchemaKeys(raw, report);
  if (raw['attributes'] !== undefined && !isRecord(raw['attributes'])) {
    report('attributes', 'This must be an object with attribute names and their options.');
    return;
  }
  for (const [name, value] of Object.entries(toRecord(raw['attributes']))) {
    const at: ReportProblem = (path, message, severity) =>
      report(`attributes.${name}${path && `.${path}`}`, message, severity);
    if (!isRecord(value)) {
      at('', 'This must be an object such as { "type": "string" }.');
      continue;
    }
    if (value['type'] === 'relation') {
      checkRelation({ name, raw: value, owner: definition, ...context }, at);
    } else checkAttribute(value, context.index, at);
    checkConditions(value['conditions'], at);
    checkAttributeKeys(value, at);
  }
  checkColumns(definition, report);
}

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

function checkContentType({ uid, json }: RawDefinition, report: ReportProblem): void {
  for (const key of ['singularName', 'pluralName']) {
    const name = valueAt(json, `info.${key}`);
    if (name === undefined || name === '') {
      report(
        `info.${key}`,
        `This is missing. Add it in lower case with dashes, such as "blog-post".`,
      );
    } else if (typeof name !== 'string' || !KEBAB.test(name)) {
      report(`info.${key}`, 'Use lower case with dashes, such as "blog-post".');
    }
  }
  const singular = toText(valueAt(json, 'info.singularName'));
  const folder = uid.slice(uid.lastIndexOf('.') + 1);
  if (singular && KEBAB.test(singular) && !uid.startsWith('admin::') && singular !== folder) {
    report(
      'info.singularName',
      `The folder of a content-type must have its singular name: rename the folder "${folder}" to "${singular}", or change this to "${folder}".`,
    );
  }
  const kind = valueAt(json, 'kind');
  if (kind !== undefined && kind !== 'collectionType' && kind !== 'singleType') {
    report(
      'kind',
      'Use "collectionType" or "singleType". Until then this is a collection type.',
      'warning',
    );
  }
  const drafts = valueAt(json, 'options.draftAndPublish');
  if (drafts !== undefined && typeof drafts !== 'boolean') {
    report(
      'options.draftAndPublish',
      'Use true or false, without quotes. Until then this type has no drafts.',
      'warning',
    );
  }
  checkCollectionName(json, report);
}

function checkComponent({ uid, json }: RawDefinition, report: ReportProblem): void {
  const collectionName = valueAt(json, 'collectionName');
  if (collectionName === undefined || collectionName === '') {
    const name = `components_${uid.replaceAll(/[.-]/g, '_')}s`;
    report('collectionName', `A component needs a table name: add "collectionName": "${name}".`);
  } else checkCollectionName(json, report);
}

function checkCollectionName(json: unknown, report: ReportProblem): void {
  const collectionName = valueAt(json, 'collectionName');
  if (collectionName !== undefined && typeof collectionName !== 'string') {
    report('collectionName', 'This must be the name of the table, a string.');
  }
}

// SQLite ignores case in table names.
function checkTables(definitions: readonly RawDefinition[]): readonly SchemaIssue[] {
  const owners = new Map<string, RawDefinition>();
  return definitions.flatMap((definition) => {
    const table = toText(valueAt(definition.json, 'collectionName'));
    const owner = table && owners.get(table.toLowerCase());
    if (table && !owner) owners.set(table.toLowerCase(), definition);
    if (!table || !owner) return [];
    const message = `The table "${table}" already belongs to ${owner.uid} (${owner.file}). Choose another name.`;
    return [{ file: definition.file, path: 'collectionName', message }];
  });
}

// As in Strapi, a name must not be the singular of one type and the plural of another.
function checkRouteNames(definitions: readonly RawDefinition[]): readonly SchemaIssue[] {
  const owners = new Map<string, RawDefinition>();
  return definitions
    .filter(({ modelType, origin }) => modelType === 'contentType' && origin === 'api')
    .flatMap((definition) =>
      ['info.singularName', 'info.pluralName'].flatMap((path) => {
        const name = toText(valueAt(definition.json, path));
        const owner = name && owners.get(name);
        if (name && !owner) owners.set(name, definition);
        if (!name || !owner) return [];
        const message =
          owner === definition
            ? `The singular and the plural name must differ: one is the name of the type, the other its path.`
            : `The name "${name}" already belongs to ${owner.uid} (${owner.file}). Choose another one.`;
        return [{ file: definition.file, path, message }];
      }),
    );
}
