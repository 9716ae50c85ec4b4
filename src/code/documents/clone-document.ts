// Clones documents: creates a document from the draft of another in one or several locales, with changed attributes.
import type { JsonObject } from '../../base/json.ts';
import { cloneData, isCloned } from '../../documents/operations/clone-data.ts';
import { toQueryValue } from '../../documents/programs/program-values.ts';
import { fullAccess } from '../../query/access.ts';
import type { ParamObject, QueryObject } from '../../query/params.ts';
import type { Registry } from '../../schema/registry.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Attribute, Model } from '../../schema/types.ts';
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
  const query: ParamObject = {
    status: 'draft',
    locale: toQueryValue(locale ?? null, 'locale'),
    filters: { documentId },
    populate: {
      ...populateOf(registry, type),
      ...Object.fromEntries(creators.map((name) => [name, { fields: ['id'] }])),
    },
  };
  const read = models.contentType(type.uid);
  const request = { type: read, one: null, paging: 'root', query, access: fullAccess } as const;
  const { entries } = await reader.objects(reader.prepareQuery(request), { format: 'plain' });
  return entries;
}

/** Populates all cloned relations and components of a model. */
function populateOf(registry: Registry, model: Model): QueryObject {
  return Object.fromEntries(
    [...model.attributes.values()].flatMap((attribute) => {
      if (!isCloned(attribute) || attribute.kind === 'scalar') return [];
      return [[attribute.name, optionsOf(registry, attribute)]];
    }),
  );
}

function optionsOf(registry: Registry, attribute: Attribute): QueryObject | string {
  const inside = (uid: string): QueryObject => ({
    populate: populateOf(registry, registry.model(uid)),
  });
  if (attribute.kind === 'component') return inside(attribute.component);
  if (attribute.kind !== 'dynamiczone') return 'true';
  return { on: Object.fromEntries(attribute.components.map((uid) => [uid, inside(uid)])) };
}
