// Clones documents: creates a document from the draft of another in one or several locales, with changed attributes.
import { validationError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { cloneData, isCloned } from '../../documents/operations/clone-data.ts';
import { toQueryValue } from '../../documents/programs/program-values.ts';
import { fullAccess } from '../../query/access.ts';
import { deferErrors } from '../../query/deferred.ts';
import {
  equals,
  populateOptions,
  populateWith,
  readParams,
  WHOLE_LIST,
  type LocaleChoice,
  type PopulateValue,
} from '../../query/params.ts';
import { parseLocale } from '../../query/parse/version.ts';
import type { Registry } from '../../schema/registry.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Attribute, ContentType, Model } from '../../schema/types.ts';
import { mergeClone } from './clone-values.ts';
import type { DocumentEntries } from '../strapi/strapi.ts';
import type { Params, Row } from '../strapi/code-values.ts';
import { toText, type DocumentCallDependencies, type DocumentCalls } from './document-calls.ts';

/**
 * Clones a document in the default locale, or the requested ones, in one transaction. `data` is merged with its values.
 * @returns no entries if the document does not exist
 */
export async function cloneDocument(
  calls: DocumentCalls,
  dependencies: DocumentCallDependencies,
  { documentId, data, locale, fields, populate }: Params,
): Promise<DocumentEntries> {
  const responseParams = { fields, populate };
  return dependencies.transactions.run(async () => {
    const sources = await readSources(calls, dependencies, {
      documentId: toText(documentId),
      locale,
    });
    let clone: string | undefined;
    const entries: Row[] = [];
    for (const source of sources) {
      const model = dependencies.registry.model(calls.type.uid);
      const copied = cloneData(dependencies.registry, model, source);
      const values = { ...copied, ...passwordsOf(model, source) };
      const merged = mergeClone(dependencies.registry, model, [values, toRecord(data)]);
      const sent = { ...creatorsOf(source), ...merged, documentId: undefined };
      const version = { ...responseParams, locale: source['locale'] ?? undefined, data: sent };
      const entry: Row | null =
        clone === undefined
          ? await calls.create(version)
          : await calls.update({ ...version, documentId: clone });
      if (!entry) continue;
      clone ??= entry.documentId;
      entries.push(entry);
    }
    return clone === undefined ? { entries } : { documentId: clone, entries };
  });
}

/** Passwords are copied as they are stored, and hashed again. */
function passwordsOf(model: Model, source: JsonObject): JsonObject {
  return Object.fromEntries(
    [...model.attributes.values()].flatMap((attribute) => {
      const isPassword = attribute.kind === 'scalar' && attribute.type === 'password';
      const hash = source[attribute.name];
      return isPassword && typeof hash === 'string' ? [[attribute.name, hash]] : [];
    }),
  );
}

const CREATORS = ['createdBy', 'updatedBy'];

function creatorsOf(source: JsonObject): JsonObject {
  return Object.fromEntries(CREATORS.map((name) => [name, source[name] ?? null]));
}

interface Source {
  readonly documentId: string;
  readonly locale: unknown;
}

async function readSources(
  { type }: DocumentCalls,
  { registry, models, reader, locale: defaultLocale }: DocumentCallDependencies,
  { documentId, locale }: Source,
): Promise<readonly JsonObject[]> {
  await defaultLocale.follow();
  const creators = CREATORS.filter((name) => type.attributes.has(name));
  const copied = populatedIn(registry, type);
  const others = creators.filter((name) => copied.every(([each]) => each !== name));
  const params = {
    ...readParams({
      status: 'draft',
      filters: equals('documentId', documentId),
      populate: populateWith([...copied, ...others.map((name) => [name, IDS] as const)]),
    }),
    rows: deferErrors(() => ({
      pagination: WHOLE_LIST,
      locale: localeOf(type, locale),
      search: null,
      publicationFilter: null,
    })),
  };
  const read = models.contentType(type.uid);
  const prepared = reader.prepare({ type: read, one: null, params, access: fullAccess });
  const { entries } = await reader.objects(prepared, { format: 'plain' });
  return entries;
}

/** @throws ValidationError */
function localeOf({ localized }: ContentType, sent: unknown): LocaleChoice {
  if (!localized) return { kind: 'default' };
  const locale = parseLocale(toQueryValue(sent ?? null, 'locale'), true);
  if (locale.kind === 'invalid') throw validationError(locale.message);
  return locale;
}

const IDS = populateOptions([{ option: 'fields', fields: { value: ['id'] } }]);

/** The cloned relations and components of a model, with everything that is cloned in them. */
function populatedIn(
  registry: Registry,
  model: Model,
): readonly (readonly [string, PopulateValue])[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (!isCloned(attribute) || attribute.kind === 'scalar') return [];
    return [[attribute.name, optionsOf(registry, attribute)] as const];
  });
}

function optionsOf(registry: Registry, attribute: Attribute): PopulateValue {
  const inside = (uid: string): PopulateValue => {
    const populate = populateWith(populatedIn(registry, registry.model(uid)));
    return populateOptions([{ option: 'populate', populate: { value: populate } }]);
  };
  if (attribute.kind === 'component') return inside(attribute.component);
  if (attribute.kind !== 'dynamiczone') return populateOptions([]);
  const kinds = attribute.components.map((uid) => ({ name: uid, value: inside(uid) }));
  return populateOptions([{ option: 'on', on: { form: 'kinds', kinds, isList: false } }]);
}
