// In charge of what a body may say about the settings of uploads (docs/strapi/media.md, "Settings"). Imported when the
// first of them comes.
import * as yup from 'yup';
import { checkForm } from '../../forms/check-form.ts';

const NAMES = [
  'sizeOptimization',
  'responsiveDimensions',
  'autoOrientation',
  'aiMetadata',
] as const;

const settings = yup.object().shape({
  sizeOptimization: yup.boolean().required(),
  responsiveDimensions: yup.boolean().required(),
  autoOrientation: yup.boolean(),
  aiMetadata: yup.boolean(),
});

/** The settings that a body has; what else is in it is passed over. @throws ValidationError with all mistakes */
export async function checkUploadSettings(
  body: unknown = {},
): Promise<Readonly<Record<string, boolean>>> {
  const checked = await checkForm(settings, body);
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = checked[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
