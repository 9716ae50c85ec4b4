// Creates an entry with a title as the target of a relation.
import type { ContentApi } from '../api/content.ts';
import { isJsonObject, stringOr, type JsonObject } from '../base/json.ts';
import { parseListLayout } from '../model/layout.ts';
import { parseTarget, type RelationTarget } from '../model/relations.ts';
import type { ContentType } from '../model/schema.ts';

/** @param options.locale Locale of the source entry @throws ApiError, for example if other fields are required */
export async function createTarget(
  content: ContentApi,
  {
    type,
    locale,
    title,
  }: { readonly type: ContentType; readonly locale: string | null; readonly title: string },
): Promise<RelationTarget> {
  const { mainField } = parseListLayout(type, await content.configuration(type.uid));
  const values: JsonObject = { [mainField]: title };
  const slugs = [...type.attributes.values()].filter(
    (each) => each.type === 'uid' && each.targetField === mainField,
  );
  const made = await Promise.all(
    slugs.map(async ({ name }) => [name, await content.generateUid(type.uid, name, values)]),
  );
  const { entry } = await content.create(
    {
      uid: type.uid,
      isSingle: false,
      documentId: null,
      locale: type.isLocalized ? locale : null,
    },
    { ...values, ...(Object.fromEntries(made) as JsonObject) },
  );
  return {
    ...parseTarget(isJsonObject(entry) ? entry : {}),
    title,
    status: type.hasDrafts ? stringOr(entry['status'], 'draft') : null,
  };
}
