// The response format: `{data, meta}`, in the format of Strapi 4 if the client requests it.
import { stringOf } from '../../base/json.ts';
import { isRecord } from '../../schema/raw.ts';
import { ownValue } from '../packages/strapi-utils/values.ts';
import type { ContentTypeModel, Model, Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';

export interface DocumentResponse extends Fields {
  data: unknown;
  meta: Fields;
}

/** The models of entries, for the format of Strapi 4. */
export interface EntryModels {
  readonly type: ContentTypeModel;
  readonly strapi: Pick<Strapi, 'getModel'>;
}

/**
 * Null and undefined are unchanged. @param models Null leaves entries unchanged @throws Error if the value is neither an
 * entry nor a list
 */
export function transformResponse(
  data: unknown,
  meta: Fields,
  models: EntryModels | null,
): DocumentResponse | null | undefined {
  if (data === undefined || data === null) return data;
  if (typeof data !== 'object') throw new Error('Entry must be an object or an array of objects');
  return { data: models ? entriesOf(data, models.type, models.strapi) : data, meta };
}

function entriesOf(
  value: unknown,
  model: Model | undefined,
  strapi: EntryModels['strapi'],
): unknown {
  if (Array.isArray(value)) return value.map((each) => entriesOf(each, model, strapi));
  if (!isRecord(value)) return value;
  const { id, documentId, ...rest } = value;
  const attributes = Object.entries(rest).map(([name, inner]) => [
    name,
    valueOf(inner, ownValue(model?.attributes, name), strapi),
  ]);
  return { id, documentId, attributes: Object.fromEntries(attributes) as Fields };
}

function valueOf(
  value: unknown,
  attribute: Fields | undefined,
  strapi: EntryModels['strapi'],
): unknown {
  const isEntry = value === null || typeof value === 'object';
  if (!attribute || !isEntry) return value;
  switch (attribute['type']) {
    case 'relation':
      if (!('target' in attribute)) return value;
      return { data: entriesOf(value, strapi.getModel(String(attribute['target'])), strapi) };
    case 'media':
      return { data: entriesOf(value, strapi.getModel('plugin::upload.file'), strapi) };
    case 'component':
      return componentsOf(value, strapi.getModel(String(attribute['component'])), strapi);
    case 'dynamiczone':
      return Array.isArray(value)
        ? value.map((each: unknown) => {
            const uid = isRecord(each) ? stringOf(each['__component']) : '';
            return componentsOf(each, strapi.getModel(uid), strapi);
          })
        : value;
    default:
      return value;
  }
}

/** Attributes of components are next to their id. */
function componentsOf(
  value: unknown,
  model: Model | undefined,
  strapi: EntryModels['strapi'],
): unknown {
  if (Array.isArray(value)) return value.map((each) => componentsOf(each, model, strapi));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      valueOf(inner, ownValue(model?.attributes, name), strapi),
    ]),
  );
}
