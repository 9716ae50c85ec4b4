// Parses `fileInfo` of an upload, one for each file, with Strapi's casts (docs/strapi/media.md, "Uploading").
// Imported on demand.
import { parseJson } from '../base/bounded-json.ts';
import { array, number, object, string } from 'yup';
import { validationError } from '../base/errors.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import { castForm, checkForm } from '../forms/check-form.ts';
import { idField } from '../forms/fields.ts';
import type { FileTexts } from './file-data.ts';

const coordinate = number().min(0).max(100).required();

const texts = {
  // As sent; the exact length is checked after normalization, which takes quadratic time.
  name: string()
    .nullable()
    .max(4 * MAX_NAME_LENGTH, `name must be at most ${MAX_NAME_LENGTH} characters`),
  alternativeText: string().nullable(),
  caption: string().nullable(),
  focalPoint: object({ x: coordinate, y: coordinate }).nullable().default(undefined),
};

const folder = idField().nullable();

const info = object(texts).default(undefined);
const infoForm = object({ ...texts, folder }).default(undefined);

/** Forms by API. Only administrators can select a folder. */
const FORMS = {
  content: { one: object({ fileInfo: info }), several: object({ fileInfo: array().of(info) }) },
  library: {
    one: object({ fileInfo: infoForm }),
    several: object({ fileInfo: array().of(infoForm) }),
  },
};
const updates = object({
  updates: array()
    .of(object({ id: number().strict().required(), fileInfo: infoForm.required() }).required())
    .min(1)
    .required(),
}).required();

/** API of a form. */
export type InfoKind = 'content' | 'library';

/**
 * Returns the texts of all files in order.
 * @param sent `fileInfo` of the form: one part or a list of parts
 * @param count Number of files
 * @throws ValidationError with all errors
 */
export async function readFileInfos(
  sent: unknown,
  count: number,
  kind: InfoKind = 'content',
): Promise<readonly FileTexts[]> {
  const { one, several } = FORMS[kind];
  const fileInfo = single(Array.isArray(sent) ? sent.map(parsePart) : parsePart(sent));
  if (count === 1) return [toTexts((await castForm(one, { fileInfo })).fileInfo)];
  const { fileInfo: infos } = await castForm(several, { fileInfo });
  return Array.from({ length: count }, (_, i) => toTexts(infos?.[i]));
}

/** Returns new texts for an existing file. @throws ValidationError */
export async function readFileInfo(body: unknown, kind: InfoKind = 'content'): Promise<FileTexts> {
  const { fileInfo } = await castForm(FORMS[kind].one, body);
  return toTexts(fileInfo);
}

/** New texts for a file. */
export interface FileTextChange {
  /** Row id as sent. */
  readonly id: string | number;
  readonly texts: FileTexts;
}

/** Returns new texts for several files. @throws ValidationError with all errors */
export async function readFileChanges(body: unknown = {}): Promise<readonly FileTextChange[]> {
  const form = await checkForm(updates, body);
  return form.updates.map(({ id, fileInfo }) => ({ id, texts: toTexts(fileInfo) }));
}

/** @throws ValidationError for invalid JSON */
function parsePart(part: unknown): unknown {
  if (typeof part !== 'string') return part;
  try {
    return parseJson(part);
  } catch {
    const message = 'fileInfo must be JSON.';
    const name = 'ValidationError';
    throw validationError(message, {
      errors: [{ path: ['fileInfo'], message, name, value: part }],
    });
  }
}

/** Unwraps a list with one item. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}

interface CastInfo {
  readonly name?: string | null | undefined;
  readonly alternativeText?: string | null | undefined;
  readonly caption?: string | null | undefined;
  readonly focalPoint?: object | null | undefined;
  readonly folder?: string | number | null | undefined;
}

function toTexts(cast: CastInfo | null | undefined): FileTexts {
  const { name, alternativeText, caption, focalPoint, folder: into } = cast ?? {};
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(alternativeText === undefined ? {} : { alternativeText }),
    ...(caption === undefined ? {} : { caption }),
    ...(isPoint(focalPoint) ? { focalPoint } : {}),
    ...(into === undefined ? {} : { folder: into }),
  };
}

function isPoint(value: unknown): value is { readonly [key: string]: JsonValue } {
  return isJsonObject(value);
}
