// Rules of the legacy routes, which report all broken ones with their paths (docs/strapi/model-changes.md, "Requests").
import { stringOf } from '../../base/json.ts';
import { MAX_ATTRIBUTES, MAX_NAME_LENGTH } from '../../base/limits.ts';
import { isRecord, toRecord, type RawRecord } from '../../schema/raw.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import { InvalidModelError, type ReportedRule } from '../errors.ts';
import { NAME } from './check-attribute.ts';
import { LEGACY_ATTRIBUTES, type LegacyRule } from './legacy-attributes.ts';
import { isReserved, RESERVED_ATTRIBUTES, RESERVED_MODELS } from './reserved-names.ts';
import type { SourceModels } from './source-model.ts';

/** Checks the body of a request for a content-type. @throws InvalidModelError with all broken rules */
export function checkLegacyType(body: unknown, models: SourceModels, isNew: boolean): void {
  const report = new Report();
  const raw = report.part(body, 'contentType');
  if (raw) {
    const at = ['contentType'];
    checkShared(report, raw, { at, types: TYPES });
    if (raw['kind'] !== undefined && !KINDS.includes(stringOf(raw['kind']))) {
      report.add(
        [...at, 'kind'],
        `must be one of the following values: ${KINDS.join(', ')}`,
        raw['kind'],
      );
    }
    report.text(raw, [...at, 'displayName']);
    const names = isNew ? usedNames(models) : null;
    checkModelName(report, raw, { key: 'singularName', used: names ? [names.own] : [] });
    checkModelName(report, raw, {
      key: 'pluralName',
      used: names ? [names.own, names.tables] : [],
    });
    if (raw['singularName'] === raw['pluralName']) {
      report.addText(at, 'contentType: singularName and pluralName should be different', raw);
    }
  }
  report.throw();
}

/** Checks the body of a request for a component. @throws InvalidModelError with all broken rules */
export function checkLegacyComponent(body: unknown): void {
  const report = new Report();
  const raw = report.part(body, 'component');
  if (raw) {
    const at = ['component'];
    const allowedKeys = ['description', 'options', 'pluginOptions', 'collectionName', 'attributes'];
    const own = ['draftAndPublish', 'displayName', 'icon', 'category'];
    checkShared(report, raw, { at, types: [...BASE_TYPES, 'component', 'customField'] });
    report.text(raw, [...at, 'displayName'], 'displayName.required');
    const { icon, category } = raw;
    if (typeof icon === 'string' && icon !== '' && !/^[A-Za-z0-9][-A-Za-z0-9]*$/.test(icon)) {
      report.add(
        [...at, 'icon'],
        'is not a valid icon name. Make sure your icon name starts with an alphanumeric character and only includes alphanumeric characters or dashes.',
        icon,
      );
    }
    if (category === undefined || category === null || category === '') {
      report.addText([...at, 'category'], 'category.required', category);
    } else if (!TABLE.test(stringOf(category))) {
      report.add([...at, 'category'], CATEGORY, category);
    }
    report.name([...at, 'category'], category);
    const unknown = Object.keys(raw).filter((key) => ![...allowedKeys, ...own].includes(key));
    if (unknown.length > 0) {
      report.add(at, `field has unspecified keys: ${unknown.join(', ')}`, raw);
    }
  }
  report.throw();
}

/** Checks the body of a request that renames a category. @throws InvalidModelError with all broken rules */
export function checkCategory(body: unknown): void {
  const report = new Report();
  const raw = toRecord(body);
  const { name } = raw;
  const path = ['name'];
  if (name === undefined || report.isA('string', path, name)) {
    const text = stringOf(name ?? '');
    if (name !== undefined && text.length < 3) {
      report.add(path, 'must be at least 3 characters', name);
    }
    if (text !== '' && !TABLE.test(text)) report.add(path, CATEGORY, name);
    if (text === '') report.addText(path, 'name.required', name);
    report.name(path, name);
  }
  const unknown = Object.keys(raw).filter((key) => key !== 'name');
  if (unknown.length > 0) {
    report.addText([], `this field has unspecified keys: ${unknown.join(', ')}`, raw);
  }
  report.throw();
}

const CATEGORY =
  'must start with a letter and only contain letters, numbers, dashes and underscores';
const KINDS = ['singleType', 'collectionType'];
const TABLE = /^[A-Za-z][-_0-9A-Za-z]*$/;
const BASE_TYPES = [
  'media',
  'string',
  'text',
  'richtext',
  'blocks',
  'json',
  'enumeration',
  'password',
  'email',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'date',
  'time',
  'datetime',
  'timestamp',
  'boolean',
  'relation',
];
const TYPES = [...BASE_TYPES, 'uid', 'component', 'dynamiczone', 'customField'];

/** Collects broken rules. */
class Report {
  readonly #rules: ReportedRule[] = [];

  /** A rule whose message begins with its path. */
  add(path: readonly string[], problem: string, value: unknown): void {
    this.addText(path, `${path.length === 0 ? 'this' : path.join('.')} ${problem}`, value);
  }

  addText(path: readonly string[], message: string, value: unknown): void {
    this.#rules.push({ path, message, name: 'ValidationError', value });
  }

  /** True if a value has a type. A missing one has any. */
  isA(type: LegacyRule['type'], path: readonly string[], value: unknown): boolean {
    const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    if (value === undefined || type === 'any' || is === type) return value !== undefined;
    const shown = JSON.stringify(value);
    this.add(path, `must be a \`${type}\` type, but the final value was: \`${shown}\`.`, value);
    return false;
  }

  /** A text that must be there. */
  text(raw: RawRecord, path: readonly string[], missing?: string): void {
    const value = raw[path.at(-1) ?? ''];
    if (value !== undefined && !this.isA('string', path, value)) return;
    if (value === '') this.add(path, 'must be at least 1 characters', value);
    this.name(path, value);
    if (value !== undefined && value !== '') return;
    this.addText(path, missing ?? `${path.join('.')} is a required field`, value);
  }

  /** A text, if it is one, that is not longer than a name may be. */
  name(path: readonly string[], value: unknown): void {
    if (typeof value !== 'string' || value.length <= MAX_NAME_LENGTH) return;
    this.add(path, `must be at most ${MAX_NAME_LENGTH} characters`, value);
  }

  /** The part of a body that describes a model, or null. */
  part(body: unknown, key: 'contentType' | 'component'): RawRecord | null {
    if (!isRecord(body)) {
      this.isA('object', [], body);
      return null;
    }
    const unknown = Object.keys(body).filter((name) => name !== key && name !== 'components');
    if (unknown.length > 0) {
      this.addText([], `this field has unspecified keys: ${unknown.join(', ')}`, body);
    }
    if (body[key] === undefined) {
      if (key === 'contentType') throw new InvalidModelError([]);
      this.addText([key], `${key} is a required field`, undefined);
    } else if (this.isA('object', [key], body[key])) return toRecord(body[key]);
    return null;
  }

  throw(): void {
    if (this.#rules.length > 0) throw new InvalidModelError(this.#rules);
  }
}

interface NameRule {
  readonly key: 'singularName' | 'pluralName';
  /** Lists of names that other content-types have. */
  readonly used: readonly ReadonlySet<string>[];
}

function checkModelName(report: Report, raw: RawRecord, { key, used }: NameRule): void {
  const path = ['contentType', key];
  const value = raw[key];
  if (typeof value === 'string' && value !== '') {
    for (const names of used) {
      if (!names.has(snakeCase(value))) continue;
      const taken = `contentType: name \`${value}\` is already being used by another content type.`;
      report.addText(path, taken, value);
    }
    if (isReserved(value, RESERVED_MODELS)) {
      const names = RESERVED_MODELS.join(', ');
      report.addText(path, `Content Type name cannot be one of ${names}`, value);
    }
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)) {
      report.add(path, 'is not in kebab case (an-example-of-kebab-case)', value);
    }
  }
  report.text(raw, path);
}

/** Names of content-types, and of their tables, in snake case. */
function usedNames(models: SourceModels): {
  own: ReadonlySet<string>;
  tables: ReadonlySet<string>;
} {
  const types = [...models.values()].filter(({ modelType }) => modelType === 'contentType');
  const infos = types.map(({ json }) => toRecord(json['info']));
  const names = infos.flatMap(({ singularName, pluralName }) => [singularName, pluralName]);
  return {
    own: new Set(names.map((name) => snakeCase(String(name)))),
    tables: new Set(types.map(({ json }) => snakeCase(String(json['collectionName'])))),
  };
}

/** Rules that content-types and components share. */
function checkShared(
  report: Report,
  raw: RawRecord,
  { at, types }: { readonly at: readonly string[]; readonly types: readonly string[] },
): void {
  report.isA('string', [...at, 'description'], raw['description']);
  report.isA('object', [...at, 'options'], raw['options']);
  report.isA('object', [...at, 'pluginOptions'], raw['pluginOptions']);
  const { collectionName, attributes } = raw;
  const isNamed = typeof collectionName === 'string' && collectionName !== '';
  if (isNamed && !TABLE.test(collectionName)) {
    report.add(
      [...at, 'collectionName'],
      `must match the following regex: ${String(TABLE)}`,
      collectionName,
    );
  }
  report.name([...at, 'collectionName'], collectionName);
  const path = [...at, 'attributes'];
  if (attributes === undefined) report.addText(path, 'attributes.required', attributes);
  else if (report.isA('object', path, attributes)) {
    const all = toRecord(attributes);
    const names = Object.keys(all);
    if (names.length > MAX_ATTRIBUTES) {
      return report.add(path, `must have at most ${MAX_ATTRIBUTES} keys`, undefined);
    }
    const counts = new Map<string, number>();
    for (const name of names.map(snakeCase)) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const name of names) {
      const isAlone = counts.get(snakeCase(name)) === 1;
      checkLegacyAttribute(report, { value: all[name], name, isAlone, path, types });
    }
  }
  report.isA('boolean', [...at, 'draftAndPublish'], raw['draftAndPublish']);
}

interface LegacyAttribute {
  readonly name: string;
  readonly value: unknown;
  /** False if another name is the same column. */
  readonly isAlone: boolean;
  readonly path: readonly string[];
  readonly types: readonly string[];
}

function checkLegacyAttribute(
  report: Report,
  { name, value, isAlone, path, types }: LegacyAttribute,
): void {
  const at = [...path, name];
  if (isReserved(name, RESERVED_ATTRIBUTES)) {
    const names = RESERVED_ATTRIBUTES.join(', ');
    return report.addText(at, `Attribute keys cannot be one of ${names}`, value);
  }
  if (!isAlone) {
    return report.addText(at, `Attribute ${name} conflicts with an existing key`, value);
  }
  const properties = toRecord(value);
  const { type } = properties;
  if (type === undefined) {
    return report.addText(at, 'Attribute must have either a type or a target', value);
  }
  if (typeof type !== 'string' || !types.includes(type)) {
    const problem = `must be one of the following values: ${types.join(', ')}`;
    report.add([...at, 'type'], problem, type);
  }
  for (const [key, rule] of Object.entries(LEGACY_ATTRIBUTES[stringOf(type)] ?? {})) {
    const value = properties[key];
    if (value === null && rule.isNullable === true) continue;
    if (!report.isA(rule.type, [...at, key], value)) {
      if (value === undefined && rule.isRequired)
        report.add([...at, key], 'is a required field', value);
      continue;
    }
    for (const problem of rule.problems?.(value) ?? []) report.add([...at, key], problem, value);
  }
  report.name(at, name);
  if (!NAME.test(name)) {
    const message = `Attribute name '${name}' must match the following regex: ${String(NAME)}`;
    report.addText(at, message, value);
  }
}
