// Form of the preferences of an administrator (docs/panel.md, "API"). Imported on demand.
import * as yup from 'yup';
import type { JsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';

const form = yup
  .object()
  .shape({
    theme: yup.string().oneOf(['light', 'dark', null]).nullable(),
    language: yup.string().oneOf(['ar', 'de', 'en', 'es', 'fr', null]).nullable(),
  })
  .noUnknown();

/** Returns the preferences that a body names; null is the choice of the device. @throws ValidationError with all errors */
export async function checkPreferences(body: unknown = {}): Promise<JsonObject> {
  const { theme, language } = await checkForm(form, body);
  return {
    ...(theme === undefined ? {} : { theme }),
    ...(language === undefined ? {} : { language }),
  };
}
