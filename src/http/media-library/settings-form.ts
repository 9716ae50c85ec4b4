// Forms of the settings of the media library and of its view (docs/strapi/media.md, "Settings"). Imported on demand.
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

const SORTS = [
  'createdAt:DESC',
  'createdAt:ASC',
  'name:ASC',
  'name:DESC',
  'updatedAt:DESC',
  'updatedAt:ASC',
];

/** View settings of the panel. */
export interface LibraryView {
  /** Files per page. */
  readonly pageSize: number;
  /** For example `createdAt:DESC`. */
  readonly sort?: string | undefined;
}

const view = yup.object().shape({
  pageSize: yup.number().required(),
  sort: yup.mixed<string>().oneOf(SORTS),
});

/** Returns the view of a body; unknown keys are ignored. @throws ValidationError with all errors */
export async function checkLibraryView(body: unknown = {}): Promise<LibraryView> {
  const { pageSize, sort } = await checkForm(view, body);
  return { pageSize, ...(sort === undefined ? {} : { sort }) };
}

/** Maximum number of files that are described at once. */
const MAX_DESCRIBED = 40;

const describedFiles = yup
  .object()
  .shape({
    fileIds: yup
      .array()
      .of(
        yup
          .mixed<string | number>()
          .test('row-id', '${path} must be an id', (id) =>
            ['undefined', 'string', 'number'].includes(typeof id),
          )
          .required(),
      )
      .min(1)
      .max(MAX_DESCRIBED)
      .required(),
  })
  .noUnknown()
  .required();

/** @throws ValidationError with all errors, unless a body lists files */
export async function checkDescribedFiles(body: unknown = {}): Promise<void> {
  await checkForm(describedFiles, body);
}
