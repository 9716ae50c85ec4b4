// Form of upload settings (docs/strapi/media.md, "Settings"). Imported on demand.
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

/** Returns the settings of a body; unknown keys are ignored. @throws ValidationError with all errors */
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
