// In charge of `multipart/form-data`: its fields are read, its files read past (spec/write.md section 2). Imported when
// the first such body comes.
import { Busboy, type BusboyConfig, type BusboyFileStream } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { AppError, validationError } from '../base/errors.ts';
import { MAX_FORM_FIELDS } from '../base/limits.ts';
import { consumeBody, tooLarge, type Outcome } from './body-bytes.ts';
import { nestFields, tooManyFields } from './form-body.ts';

/** In bytes. */
export interface MultipartLimits {
  /** Names and values of all fields. */
  readonly maxFieldsSize: number;
  /** Each file. */
  readonly maxFileSize: number;
}

/**
 * What the fields of a body stand for.
 * @throws PayloadTooLargeError beyond the limits; ValidationError for a body that is not what it says, and as
 * `nestFields`; as `consumeBody`
 */
export async function readMultipart(
  request: IncomingMessage,
  boundary: string,
  limits: MultipartLimits,
): Promise<unknown> {
  const fields = new Map<string, string | string[]>();
  await consumeBody<void>(request, (body, outcome) => {
    const parser = new Busboy(configOf(boundary, limits));
    let size = 0;
    parser.on('field', (...[name, value, , isCut, encoding]) => {
      if (!isNamed(name)) return outcome.fail(notMultipart());
      size += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (isCut || size > limits.maxFieldsSize) return outcome.fail(tooLarge());
      return addField(fields, name, decoded(value, encoding, outcome));
    });
    parser.on('file', (_name, file) => readPastFile(file, outcome));
    parser.on('fieldsLimit', () => outcome.fail(tooManyFields()));
    parser.on('error', () => outcome.fail(notMultipart()));
    parser.on('finish', () => outcome.done());
    body.pipe(parser);
  });
  return nestFields(fields);
}

/** 400 for a body that is cut short or has no parts. */
export function notMultipart(): AppError {
  return validationError('The body is not valid multipart/form-data.');
}

function configOf(boundary: string, limits: MultipartLimits): BusboyConfig {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${JSON.stringify(boundary)}` },
    limits: {
      fields: MAX_FORM_FIELDS,
      fieldSize: limits.maxFieldsSize,
      fileSize: limits.maxFileSize,
    },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
  };
}

/** The types of the parser promise a name that a client need not give. */
function isNamed(name: string | undefined): name is string {
  return name !== undefined;
}

function addField(fields: Map<string, string | string[]>, name: string, value: string): void {
  const known = fields.get(name);
  if (Array.isArray(known)) known.push(value);
  else fields.set(name, known === undefined ? value : [known, value]);
}

function decoded(value: string, encoding: string, { fail }: Outcome<void>): string {
  if (encoding === 'base64') return Buffer.from(value, 'base64').toString();
  if (!['7bit', '8bit', 'binary'].includes(encoding)) {
    fail(validationError(`Unsupported Content-Transfer-Encoding: ${encoding}`));
  }
  return value;
}

function readPastFile(file: BusboyFileStream, { fail }: Outcome<void>): void {
  file.on('limit', () => fail(new AppError('PayloadTooLargeError', 'FileTooBig')));
  // The parser tells of the same error itself.
  file.on('error', () => {});
  file.resume();
}
