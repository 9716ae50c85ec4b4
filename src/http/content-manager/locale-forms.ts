// Forms of requests for the values of other locales (docs/strapi/content-manager.md, "Other locales"). Imported on demand.
import * as yup from 'yup';
import type { LocaleFillRequest } from '../../content-manager/locale-fill.ts';
import type { SharedValuesRequest } from '../../content-manager/shared-values-request.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText, idField } from '../../forms/fields.ts';

const ofCollection = yup.object().shape({
  model: plainText().required(),
  id: idField().required(),
  locale: plainText().required(),
});

const ofSingle = ofCollection.shape({ id: idField().nullable() });

const localeFill = yup
  .object()
  .shape({
    documentId: plainText().when('collectionType', (kind: unknown, field: yup.StringSchema) =>
      kind === 'single-types' ? field.nullable() : field.required(),
    ),
    sourceLocale: plainText().required(),
    targetLocale: plainText().required(),
    collectionType: plainText().oneOf(['collection-types', 'single-types']).required(),
  })
  .noUnknown();

/** @param isSingle Whether the body names a single type @throws ValidationError with all errors */
export async function checkSharedValues(
  body: unknown,
  isSingle: boolean,
): Promise<Omit<SharedValuesRequest, 'admin'>> {
  const { model, id, locale } = await checkForm(isSingle ? ofSingle : ofCollection, body ?? {});
  return { model, id, locale };
}

/** @throws ValidationError with all errors */
export async function checkLocaleFill(query: unknown): Promise<LocaleFillRequest> {
  const { documentId, sourceLocale, targetLocale } = await checkForm(localeFill, query);
  return { documentId: documentId || null, sourceLocale, targetLocale };
}
