// `strapi.entityValidator`: checks the data of an entry without writing it.
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { NO_DOCUMENTS } from '../../documents/check/relation-echo.ts';
import { checkEntry } from '../../documents/check/check-entry.ts';
import { failuresError, resolveValues, type Failure } from '../../documents/check/finding.ts';
import type { Finding } from '../../documents/check/finding.ts';
import type { ProjectRules } from '../../documents/write-context.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../../schema/types.ts';
import type { EntityValidator, ValidatedModel } from '../strapi/service-types.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import type { Fields } from '../strapi/code-values.ts';
import { toDocumentData } from './document-data.ts';

export interface EntityValidatorDependencies {
  readonly registry: Registry;
  readonly rules: ProjectRules;
  readonly query: (uid: string) => CodeQuery;
}

type Action = 'create' | 'update';

interface Checked {
  readonly action: Action;
  readonly isDraft: boolean;
  /** The stored entry, whose values may stay the same. */
  readonly entity: Fields | undefined;
}

export function createEntityValidator({
  registry,
  rules,
  query,
}: EntityValidatorDependencies): EntityValidator {
  const validate = async (
    model: ValidatedModel,
    data: unknown,
    checked: Checked,
  ): Promise<Fields> => {
    const { action, isDraft } = checked;
    if (!isRecord(data)) throw noObject(model, data, action);
    const type = registry.contentTypes.get(model.uid);
    if (!type) throw new TypeError(`${model.uid} is not a content-type.`);
    const sent = toDocumentData(registry, type, data);
    const entry = checkEntry(registry, { type, data: sent }, { action, draft: isDraft, ...rules });
    const failures: Failure[] = [];
    for (const finding of resolveValues(entry.findings, NO_DOCUMENTS)) {
      const failure =
        finding.kind === 'failure' ? finding.failure : await taken(type, finding, checked);
      if (failure) failures.push(failure);
    }
    const missing = entry.relationError ?? (await missingRows(type, sent));
    const echo: Fields = { ...data, ...entry.echo(NO_DOCUMENTS, publishedAtOf(data, action)) };
    if (missing !== null) failures.push({ path: [], message: missing, value: echo });
    if (failures.length > 0) throw failuresError(failures);
    const [deferred] = entry.deferredErrors;
    if (deferred) throw deferred;
    const { publishedAt } = echo;
    const date = typeof publishedAt === 'string' ? { publishedAt: new Date(publishedAt) } : {};
    return { ...withRelations(registry, type, { echo, data }), ...date };
  };

  /** Checks a value that must be unique among published rows, as far as it is one of the entry itself. */
  const taken = async (
    type: ContentType,
    { path, uid, attribute, value, shown }: Finding & { kind: 'unique' },
    { isDraft, entity }: Checked,
  ): Promise<Failure | null> => {
    if (isDraft || uid !== type.uid) return null;
    const published = type.draftAndPublish ? { publishedAt: { $notNull: true } } : {};
    const own = entity?.['documentId'];
    const others = typeof own === 'string' ? { documentId: { $ne: own } } : {};
    const where = { [attribute]: value, ...published, ...others };
    if ((await query(uid).count({ where })) === 0) return null;
    return { path, message: 'This attribute must be unique', value: shown };
  };

  /** Describes row ids of relations that do not exist, also in components; null if all exist. */
  const missingRows = async (type: ContentType, data: JsonObject): Promise<string | null> => {
    const byTarget = new Map<string, Set<number>>();
    for (const [target, ids] of linkedRows(registry, type, data)) {
      const known = byTarget.get(target) ?? new Set();
      for (const id of ids) known.add(id);
      byTarget.set(target, known);
    }
    for (const [target, ids] of byTarget) {
      if (ids.size === 0) continue;
      const count = await query(target).count({ where: { id: { $in: [...ids] } } });
      if (count < ids.size) {
        return `${ids.size - count} relation(s) of type ${target} associated with this entity do not exist`;
      }
    }
    return null;
  };

  return {
    validateEntityCreation: (model, data, { isDraft = false } = {}) =>
      validate(model, data, { action: 'create', isDraft, entity: undefined }),
    validateEntityUpdate: (...[model, data, { isDraft = false } = {}, entity]) =>
      validate(model, data, { action: 'update', isDraft, entity }),
  };
}

function noObject({ info }: ValidatedModel, data: unknown, action: Action): Error {
  const verb = action === 'create' ? 'creation' : 'update';
  // As in Strapi, null is reported as an object.
  const found = Array.isArray(data) ? 'array' : typeof data;
  const { displayName } = toRecord(info);
  return validationError(
    `Invalid payload submitted for the ${verb} of an entity of type ${String(displayName)}. Expected an object, but got ${found}`,
  );
}

/** A new entry is published now unless `publishedAt` is given. */
function publishedAtOf({ publishedAt }: Fields, action: Action): JsonObject {
  if (publishedAt === null || typeof publishedAt === 'string') return { publishedAt };
  if (publishedAt instanceof Date) return { publishedAt: publishedAt.toISOString() };
  return action === 'create' ? { publishedAt: new Date().toISOString() } : {};
}

/** Returns checked data in which relations are as they were passed, also those of components. */
function withRelations(
  registry: Registry,
  model: Model,
  { echo, data }: { readonly echo: Fields; readonly data: Fields },
): Fields {
  const result: Fields = { ...echo };
  for (const [name, sent] of Object.entries(data)) {
    const attribute = model.attributes.get(name);
    if (targetOf(attribute) !== null) result[name] = sent;
    if (attribute?.kind !== 'component' && attribute?.kind !== 'dynamiczone') continue;
    const restored = (item: unknown, own: unknown): unknown => {
      if (!isRecord(item) || !isRecord(own)) return item;
      const uid = attribute.kind === 'component' ? attribute.component : own['__component'];
      const component = typeof uid === 'string' ? registry.components.get(uid) : undefined;
      return component ? withRelations(registry, component, { echo: item, data: own }) : item;
    };
    const checked = echo[name];
    result[name] =
      Array.isArray(checked) && Array.isArray(sent)
        ? checked.map((item, i) => restored(item, sent[i]))
        : restored(checked, sent);
  }
  return result;
}

function targetOf(attribute: Attribute | undefined): string | null {
  if (attribute?.kind === 'relation') return attribute.target;
  return attribute?.kind === 'media' ? 'plugin::upload.file' : null;
}

/** Yields the targets of relations and media with their row ids, including those of components on all levels. */
function* linkedRows(
  registry: Registry,
  model: Model,
  data: JsonObject,
): Iterable<readonly [target: string, ids: readonly number[]]> {
  for (const [name, value] of Object.entries(data)) {
    const attribute = model.attributes.get(name);
    const target = targetOf(attribute);
    if (target !== null) yield [target, rowIds(value)];
    if (attribute?.kind !== 'component' && attribute?.kind !== 'dynamiczone') continue;
    const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
    for (const item of items) {
      if (!isJsonObject(item)) continue;
      const uid = attribute.kind === 'component' ? attribute.component : item['__component'];
      const component = typeof uid === 'string' ? registry.components.get(uid) : undefined;
      if (component) yield* linkedRows(registry, component, item);
    }
  }
}

function rowIds(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(rowIds);
  if (!isRecord(value)) return [];
  const { id, connect, set } = value;
  return id === undefined ? [...rowIds(connect), ...rowIds(set)] : rowIds(id);
}
