// Parses `multipart/form-data`: reads fields, and passes on or discards files (docs/strapi/server.md, "Request
// bodies"). Imported on demand.
import { Busboy, type BusboyConfig, type BusboyFileStream } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { AppError, validationError } from '../../base/errors.ts';
import type { FileHandler } from '../../base/http-message.ts';
import { MAX_FORM_FIELDS, MAX_FORM_FILES } from '../../base/limits.ts';
import { consumeBody, tooLarge, type BodyOutcome } from './body-bytes.ts';
import { assertShort, nestFields, tooManyFields } from './form-body.ts';

/** In bytes. */
export interface MultipartLimits {
  /** Names and values of all fields together. */
  readonly maxFieldsSize: number;
  /** All files together. */
  readonly maxFileSize: number;
}

export interface FormOptions {
  readonly boundary: string;
  readonly limits: MultipartLimits;
  /** Null to discard files. */
  readonly onFile: FileHandler | null;
}

/**
 * Returns the fields of a form once all files were received. No file is being received any more when it settles.
 * @throws PayloadTooLargeError above the limits, ValidationError for an invalid body and as `nestFields`, errors as
 * `consumeBody`, and errors of `onFile`
 */
export async function readMultipart(
  request: IncomingMessage,
  { boundary, limits, onFile }: FormOptions,
): Promise<unknown> {
  const fields = new Map<string, string | string[]>();
  // Sequential, so that many small files are not open at the same time.
  let taking: Promise<void> = Promise.resolve();
  const stop = new AbortController();
  try {
    await consumeBody<void>(request, (body, outcome) => {
      const parser = new Busboy(configOf(boundary, limits));
      let size = 0;
      let total = 0;
      parser.on('field', (...[name, value, , isCut, encoding]) => {
        if (!isNamed(name)) return outcome.fail(notMultipart());
        size += Buffer.byteLength(name) + Buffer.byteLength(value);
        if (isCut || size > limits.maxFieldsSize) return outcome.fail(tooLarge());
        try {
          assertShort(name);
        } catch (error) {
          return outcome.fail(error);
        }
        return addField(fields, name, decoded(value, encoding, outcome));
      });
      parser.on('file', (...[field, file, name, encoding, type]) => {
        guardFile(file, outcome);
        const stream = file.pipe(
          metered((length) => {
            total += length;
            if (total > limits.maxFileSize) outcome.fail(fileTooBig());
          }),
        );
        if (!onFile || stop.signal.aborted) return void stream.resume();
        if (!isPlain(encoding)) outcome.fail(unsupported(encoding));
        const names = { field: isNamed(field) ? field : '', name: withoutFolder(name) };
        const part = { ...names, type: type || null, stream };
        taking = taking.then(() => onFile(part, stop.signal));
        taking.catch(outcome.fail);
      });
      parser.on('fieldsLimit', () => outcome.fail(tooManyFields()));
      parser.on('filesLimit', () => outcome.fail(tooManyFiles()));
      parser.on('error', () => outcome.fail(notMultipart()));
      parser.on('finish', () => void taking.then(() => outcome.done(), outcome.fail));
      body.pipe(parser);
    });
  } catch (error) {
    stop.abort();
    await taking.catch(() => undefined);
    throw error;
  }
  return nestFields(fields);
}

/** 400 for a body that is truncated or has no parts. */
export function notMultipart(): AppError {
  return validationError('The body is not valid multipart/form-data.');
}

function tooManyFiles(): AppError {
  return validationError(`Too many files in a form. At most ${MAX_FORM_FILES} are allowed.`);
}

function configOf(boundary: string, limits: MultipartLimits): BusboyConfig {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${JSON.stringify(boundary)}` },
    preservePath: true,
    limits: {
      fields: MAX_FORM_FIELDS,
      files: MAX_FORM_FILES,
      fieldSize: limits.maxFieldsSize,
      fileSize: limits.maxFileSize,
    },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
  };
}

/** The parser's types declare a name that clients can omit. */
function isNamed(name: string | undefined): name is string {
  return name !== undefined;
}

/** Old browsers send the full path of a file. */
function withoutFolder(name: string): string {
  return name.slice(name.lastIndexOf('\\') + 1);
}

function addField(fields: Map<string, string | string[]>, name: string, value: string): void {
  const existing = fields.get(name);
  if (Array.isArray(existing)) existing.push(value);
  else fields.set(name, existing === undefined ? value : [existing, value]);
}

function decoded(value: string, encoding: string, { fail }: BodyOutcome<void>): string {
  if (encoding === 'base64') return Buffer.from(value, 'base64').toString();
  if (!isPlain(encoding)) fail(unsupported(encoding));
  return value;
}

function isPlain(encoding: string): boolean {
  return ['7bit', '8bit', 'binary'].includes(encoding);
}

function unsupported(encoding: string): AppError {
  return validationError(`Unsupported Content-Transfer-Encoding: ${encoding}`);
}

function guardFile(file: BusboyFileStream, { fail }: BodyOutcome<void>): void {
  file.on('limit', () => fail(fileTooBig()));
  // The parser reports the same error itself.
  file.on('error', () => {});
}

/** Counts bytes that pass through, with backpressure. */
function metered(count: (length: number) => void): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      count(chunk.length);
      done(null, chunk);
    },
  });
}

function fileTooBig(): AppError {
  return new AppError('PayloadTooLargeError', 'FileTooBig');
}
