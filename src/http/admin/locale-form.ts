// Forms of requests that create and update locales (docs/strapi/administration.md, "Locales"). Imported on demand.
import * as yup from 'yup';
import { isoCodes } from '../../base/iso-locales.ts';
import type { LocaleChange, NewLocale } from '../../documents/locales/document-locales.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';

const MAX_NAME_LENGTH = 50;

const newLocale = yup
  .object()
  .shape({
    name: plainText().max(MAX_NAME_LENGTH).nullable(),
    code: yup
      .string()
      .oneOf([...isoCodes])
      .required(),
    isDefault: yup.boolean().required(),
  })
  .noUnknown();

const changedLocale = yup
  .object()
  .shape({ name: plainText().min(1).max(MAX_NAME_LENGTH).nullable(), isDefault: yup.boolean() })
  .noUnknown();

/** @throws ValidationError with all errors */
export async function checkNewLocale(body: unknown = {}): Promise<NewLocale> {
  const { name, code, isDefault } = await checkForm(newLocale, body);
  return { name: name || null, code, isDefault };
}

/** @throws ValidationError with all errors */
export async function checkLocaleChange(body: unknown = {}): Promise<LocaleChange> {
  const { name, isDefault } = await checkForm(changedLocale, body);
  return {
    ...(name === undefined ? {} : { name }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
}
