// Forms of the settings of the media library and of its view (docs/strapi/media.md, "Settings"). Imported on demand.
import * as yup from 'yup';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { idField } from '../../forms/fields.ts';

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

const SORTS = [
  'createdAt:DESC',
  'createdAt:ASC',
  'name:ASC',
  'name:DESC',
  'updatedAt:DESC',
  'updatedAt:ASC',
];

const view = yup.object().shape({
  pageSize: yup.number().required(),
  sort: yup.mixed<string>().oneOf(SORTS),
});

/** Returns the view of a body, with unknown keys. @throws ValidationError with all errors */
export async function checkLibraryView(body: unknown = {}): Promise<JsonObject> {
  await checkForm(view, body);
  return isJsonObject(body) ? body : {};
}

/** Maximum number of files that are described at once. */
const MAX_DESCRIBED = 40;

const describedFiles = yup
  .object()
  .shape({
    fileIds: yup.array().of(idField().required()).min(1).max(MAX_DESCRIBED).required(),
  })
  .noUnknown()
  .required();

/** @throws ValidationError with all errors, unless a body lists files */
export async function checkDescribedFiles(body: unknown = {}): Promise<void> {
  await checkForm(describedFiles, body);
}
