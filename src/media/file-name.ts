// File names and storage names: a storage name is a slug of the file name and ten hex characters, as in Strapi
// (docs/strapi/media.md, "Names and types"). Slugs come from the same version of the same library, so that they are
// equal.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../base/errors.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';

/**
 * Maximum size of an extension and of a slug in bytes: format names add a prefix, and file systems allow 255 in
 * total.
 */
const MAX_EXT_BYTES = 60;
const MAX_SLUG_LENGTH = 120;
const MAX_STORAGE_NAME_BYTES = 160;

const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/u;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\.{1,2})$/i;

/**
 * Returns the name of a file in the media library, in Unicode NFC.
 * @throws ApplicationError for an invalid name
 */
export function toFileName(sent: string): string {
  // Normalization takes quadratic time, and shortens a letter of four characters at most.
  if (sent.length > 4 * MAX_NAME_LENGTH) throw invalidName();
  const name = sent.normalize('NFC');
  const isInvalid =
    name === '' || name.length > MAX_NAME_LENGTH || FORBIDDEN.test(name) || RESERVED.test(name);
  if (isInvalid || Buffer.byteLength(extensionOf(name)) > MAX_EXT_BYTES) throw invalidName();
  return name;
}

/** Returns the last extension of a name with its dot and case; empty for none, as in `.hidden`. */
export function extensionOf(name: string): string {
  return /[^.](\.[^.]*)$/s.exec(name)?.[1] ?? '';
}

/** Characters that are unchanged in a URL. Others, such as spaces and invisible ones, are removed. */
const PLAIN = /[\p{L}\p{M}\p{N}_+~-]/gu;

/** Returns the extension that a file is stored with, and that determines its type; may be empty. */
export function plainExtension(name: string): string {
  const sent = extensionOf(name);
  if (sent === '' || sent === '.') return sent;
  const characters = sent.match(PLAIN) ?? [];
  return characters.length === 0 ? '' : `.${characters.join('')}`;
}

/**
 * Returns the storage name without extension. Names that are longer than a file may have are cut: making a slug takes
 * quadratic time. @param suffix Ten hex characters
 */
export async function toHash(
  name: string,
  ext: string,
  suffix: string = randomSuffix(),
): Promise<string> {
  const { default: slugify } = await import('@sindresorhus/slugify');
  const slug = slugify(baseName(name, ext).slice(0, MAX_NAME_LENGTH), {
    separator: '_',
    lowercase: false,
  });
  return `${slug.slice(0, MAX_SLUG_LENGTH).replace(/_$/, '')}_${suffix}`;
}

/** Returns the name of a file without its extension. @param ext As `plainExtension` returns it */
export function baseName(name: string, ext: string): string {
  const sent = plainExtension(name) === ext ? extensionOf(name) : ext;
  const last = path.posix.basename(name.normalize('NFC'));
  return last.endsWith(sent) ? last.slice(0, last.length - sent.length) : last;
}

/** Checks a storage name that project code has chosen. @throws ApplicationError unless it is a valid name of a file */
export function toStorageName(chosen: unknown): string {
  if (typeof chosen !== 'string' || chosen.startsWith('.')) throw invalidName();
  if (Buffer.byteLength(chosen) > MAX_STORAGE_NAME_BYTES) throw invalidName();
  return toFileName(chosen);
}

/** Adds a random suffix to a storage name, like that of `toHash`. */
export function withSuffix(name: string): string {
  return `${name}_${randomSuffix()}`;
}

function randomSuffix(): string {
  return randomBytes(5).toString('hex');
}

function invalidName(): AppError {
  return new AppError('ApplicationError', 'File name contains invalid characters');
}
