// Rules of the legacy routes, which report all broken ones with their paths (docs/strapi/model-changes.md, "Requests").
import { stringOf } from '../../base/json.ts';
import { MAX_ATTRIBUTES } from '../../base/limits.ts';
import { toRecord, type RawRecord } from '../../schema/raw.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import { NAME } from './check-attribute.ts';
import { legacyRulesOf, type LegacyContext, type LegacyRule } from './legacy-attributes.ts';
import { RuleReport, type Path } from './legacy-report.ts';
import { isReserved, RESERVED_ATTRIBUTES, RESERVED_MODELS } from './reserved-names.ts';
import type { SourceModels } from './source-model.ts';

/** Checks the body of a request for a content-type. @throws ModelChangeError with all broken rules */
export function checkLegacyType(body: unknown, models: SourceModels, isNew: boolean): void {
  const report = new RuleReport();
  const raw = report.part(body, 'contentType');
  if (raw) {
    const at = ['contentType'];
    const { kind = 'collectionType' } = raw;
    const relations = RELATIONS[stringOf(kind)] ?? [];
    checkShared(report, raw, {
      at,
      types: TYPES,
      targets: targetsIn(models),
      relations,
      isUpdate: !isNew,
    });
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
  checkNested(report, body, { targets: targetsIn(models) });
  report.throw();
}

/** Checks the body of a request for a component. @throws ModelChangeError with all broken rules */
export function checkLegacyComponent(body: unknown, models: SourceModels, isNew: boolean): void {
  const report = new RuleReport();
  const raw = report.part(body, 'component');
  const targets = targetsIn(models);
  if (raw) checkComponent(report, raw, { at: ['component'], targets, isUpdate: !isNew });
  checkNested(report, body, { targets });
  report.throw();
}

interface ComponentCheck {
  readonly at: Path;
  readonly targets: readonly string[];
  readonly isUpdate: boolean;
  /** True: the component is part of the request for another model. */
  readonly isNested?: boolean;
}

function checkComponent(report: RuleReport, raw: RawRecord, check: ComponentCheck): void {
  const { at, targets, isUpdate, isNested = false } = check;
  const relations = ['oneToOne', 'oneToMany'];
  checkShared(report, raw, { at, types: COMPONENT_TYPES, targets, relations, isUpdate });
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
  if (isNested) {
    for (const key of ['uid', 'tmpUID']) report.isA('string', [...at, key], raw[key]);
    if (Object.hasOwn(raw, 'uid') === Object.hasOwn(raw, 'tmpUID')) {
      report.addText(at, 'Component must have a uid or a tmpUID', raw);
    }
  }
  const known = [...COMPONENT_KEYS, ...(isNested ? ['uid', 'tmpUID'] : [])];
  const unknown = Object.keys(raw).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    report.add(at, `field has unspecified keys: ${unknown.join(', ')}`, raw);
  }
}

/** Checks the components that a request for another model contains. */
function checkNested(
  report: RuleReport,
  body: unknown,
  { targets }: { readonly targets: readonly string[] },
): void {
  const { components } = toRecord(body);
  if (!report.isA('array', ['components'], components) || !Array.isArray(components)) return;
  if (components.length > MAX_ATTRIBUTES) {
    return report.add(['components'], `must have at most ${MAX_ATTRIBUTES} items`, undefined);
  }
  for (const [index, component] of components.entries()) {
    const at = ['components', index];
    if (!report.isA('object', at, component)) continue;
    const raw = toRecord(component);
    const isUpdate = Object.hasOwn(raw, 'uid');
    checkComponent(report, raw, { at, targets, isUpdate, isNested: true });
  }
}

/** Collection types, and the names for the model itself. */
function targetsIn(models: SourceModels): readonly string[] {
  const types = [...models.values()].filter(
    ({ modelType, json }) =>
      modelType === 'contentType' && (json['kind'] ?? 'collectionType') === 'collectionType',
  );
  return [...types.map(({ uid }) => uid), '__self__', '__contentType__'];
}

/** Checks the body of a request that renames a category. @throws ModelChangeError with all broken rules */
export function checkCategory(body: unknown): void {
  const report = new RuleReport();
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
const COMPONENT_TYPES = [...BASE_TYPES, 'component', 'customField'];
const COMPONENT_KEYS = [
  'description',
  'options',
  'pluginOptions',
  'collectionName',
  'attributes',
  'draftAndPublish',
  'displayName',
  'icon',
  'category',
];
const MORPHS = ['morphOne', 'morphMany', 'morphToOne', 'morphToMany'];
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  singleType: ['oneToOne', 'oneToMany', ...MORPHS],
  collectionType: ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany', ...MORPHS],
};

interface NameRule {
  readonly key: 'singularName' | 'pluralName';
  /** Lists of names that other content-types have. */
  readonly used: readonly ReadonlySet<string>[];
}

function checkModelName(report: RuleReport, raw: RawRecord, { key, used }: NameRule): void {
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
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(value)) {
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

interface SharedCheck extends Pick<LegacyContext, 'relations' | 'targets'> {
  readonly at: Path;
  /** Types of attributes that the model may have. */
  readonly types: readonly string[];
  /** True: the model exists, so that empty defaults and missing target fields are removed. */
  readonly isUpdate: boolean;
}

/** Rules that content-types and components share. */
function checkShared(
  report: RuleReport,
  raw: RawRecord,
  { at, types, ...rules }: SharedCheck,
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
      checkLegacyAttribute(report, {
        ...rules,
        value: all[name],
        name,
        isAlone,
        path,
        types,
        attributes: all,
      });
    }
  }
  report.isA('boolean', [...at, 'draftAndPublish'], raw['draftAndPublish']);
}

interface LegacyAttribute extends Omit<SharedCheck, 'at'>, Pick<LegacyContext, 'attributes'> {
  readonly name: string;
  readonly value: unknown;
  /** False if another name is the same column. */
  readonly isAlone: boolean;
  readonly path: Path;
}

function checkLegacyAttribute(
  report: RuleReport,
  { name, value, isAlone, path, types, ...context }: LegacyAttribute,
): void {
  const at = [...path, name];
  if (isReserved(name, RESERVED_ATTRIBUTES)) {
    const names = RESERVED_ATTRIBUTES.join(', ');
    return report.addText(at, `Attribute keys cannot be one of ${names}`, value);
  }
  if (!isAlone) {
    return report.addText(at, `Attribute ${name} conflicts with an existing key`, value);
  }
  const properties = context.isUpdate ? updated(value, context) : toRecord(value);
  const { type } = properties;
  if (type === undefined) {
    return report.addText(at, 'Attribute must have either a type or a target', value);
  }
  if (typeof type !== 'string' || !types.includes(type)) {
    const problem = `must be one of the following values: ${types.join(', ')}`;
    report.add([...at, 'type'], problem, type);
  }
  for (const [key, rule] of Object.entries(legacyRulesOf(properties))) {
    const part = { at: [...at, key], value: properties[key], rule };
    checkValue(report, part, { ...context, properties });
  }
  report.name(at, name);
  if (!NAME.test(name)) {
    const message = `Attribute name '${name}' must match the following regex: ${String(NAME)}`;
    report.addText(at, message, value);
  }
}

/** As in Strapi, an update removes empty defaults, and target fields that do not exist. */
function updated(value: unknown, { attributes }: Pick<LegacyContext, 'attributes'>): RawRecord {
  const { default: byDefault, targetField, ...properties } = toRecord(value);
  const isGone =
    properties['type'] === 'uid' && !Object.hasOwn(attributes, stringOf(targetField ?? ''));
  return {
    ...properties,
    ...(byDefault === '' ? {} : { default: byDefault }),
    ...(isGone ? {} : { targetField }),
  };
}

interface CheckedValue {
  readonly at: Path;
  readonly value: unknown;
  readonly rule: LegacyRule;
}

function checkValue(
  report: RuleReport,
  { at, value, rule }: CheckedValue,
  context: LegacyContext,
): void {
  const { isRequired = false } = rule;
  if (value === null && rule.isNullable === true) return;
  if (value === undefined || (value === '' && isRequired !== false)) {
    if (isRequired === false) return;
    return report.add(at, isRequired === true ? 'is a required field' : isRequired, value);
  }
  const fits = report.isA(rule.type, at, value);
  if (!fits && rule.isForAllTypes !== true) return;
  for (const problem of rule.problems?.(value, context) ?? []) {
    if (typeof problem === 'string') report.add(at, problem, value);
    else report.addText(at, problem.message, value);
  }
  const { items, keys = {} } = rule;
  if (items && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      checkValue(report, { at: [...at, index], value: item, rule: items }, context);
    }
  }
  for (const [key, inner] of Object.entries(keys)) {
    checkValue(report, { at: [...at, key], value: toRecord(value)[key], rule: inner }, context);
  }
}
