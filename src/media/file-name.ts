// In charge of what a file may be called, and of what it is called where it is stored: a slug of its name and ten hex
// characters, as Strapi makes them (docs/strapi/media.md, "Names and types"). Slugs come from the library and version
// that Strapi uses, so that they are the same.
import { randomBytes } from 'node:crypto';
import { AppError } from '../base/errors.ts';

/** Characters of a file name, as most file systems have it. */
const MAX_NAME_LENGTH = 255;

/** Bytes of an extension, and of a slug: names of formats put a word in front, and file systems take 255 in all. */
const MAX_EXT_BYTES = 60;
const MAX_SLUG_LENGTH = 120;

const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/u;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\.{1,2})$/i;

/**
 * A file's name as the media library shows it: in Unicode NFC.
 * @throws ApplicationError for one that no file may have
 */
export function toFileName(sent: string): string {
  const name = sent.normalize('NFC');
  const isBad =
    name === '' || name.length > MAX_NAME_LENGTH || FORBIDDEN.test(name) || RESERVED.test(name);
  if (isBad || Buffer.byteLength(extensionOf(name)) > MAX_EXT_BYTES) throw badName();
  return name;
}

/** The last extension of a name with its dot, case kept; empty where there is none, as in `.hidden`. */
export function extensionOf(name: string): string {
  return /[^.](\.[^.]*)$/s.exec(name)?.[1] ?? '';
}

/** Signs of an extension that stand in an address as they are; others are left out, invisible ones and spaces among them. */
const PLAIN = /[\p{L}\p{M}\p{N}_+~-]/gu;

/** The extension that a file is stored with, and its type is told by; empty where nothing of one is left. */
export function plainExtension(name: string): string {
  const sent = extensionOf(name);
  if (sent === '' || sent === '.') return sent;
  const signs = sent.match(PLAIN) ?? [];
  return signs.length === 0 ? '' : `.${signs.join('')}`;
}

/** The name under which a file is stored, without its extension. @param suffix Ten hex characters */
export async function toHash(
  name: string,
  ext: string,
  suffix: string = randomSuffix(),
): Promise<string> {
  const { default: slugify } = await import('@sindresorhus/slugify');
  const sent = plainExtension(name) === ext ? extensionOf(name) : ext;
  const base = name.endsWith(sent) ? name.slice(0, name.length - sent.length) : name;
  const slug = slugify(base, { separator: '_', lowercase: false });
  return `${slug.slice(0, MAX_SLUG_LENGTH).replace(/_$/, '')}_${suffix}`;
}

function randomSuffix(): string {
  return randomBytes(5).toString('hex');
}

function badName(): AppError {
  return new AppError('ApplicationError', 'File name contains invalid characters');
}
