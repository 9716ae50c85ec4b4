// Determines the type that a file is stored with, from its content, its extension and the declared type, and whether
// the project allows it (docs/strapi/media.md, "Names and types" and "Allowed types").
import { isDenied, isListed, notAllowed, rejectionOf, UNLISTED_CONTENT } from './allowed-types.ts';
import type { TypeRules } from './allowed-types.ts';
import type { ImageFormat } from './image.ts';

/** Hints about the type of a file. */
export interface TypeHints {
  /** `Content-Type` of the client, with parameters. */
  readonly declared: string | null;
  /** With a dot; empty for none. */
  readonly ext: string;
  /** From the first bytes. */
  readonly detected: string | null;
}

/** Type of a file. */
export interface DecidedType {
  readonly mime: string;
  /** Reason to reject the file; null if the project allows it. */
  readonly rejection: string | null;
}

const ZIP = 'application/zip';

const GENERIC: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/** Maximum length of a declared type in characters. */
const MAX_LENGTH = 255;

const SVG = 'image/svg+xml';

/** Types that may contain scripts. */
const ACTIVE = /(?:html|xml|javascript)$/;

/** Types of extensions for which Strapi's table differs. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  '.asc': 'application/pgp-keys',
  '.deb': 'application/x-debian-package',
  '.dll': 'application/x-msdownload',
  '.dmg': 'application/x-apple-diskimage',
  '.exe': 'application/x-msdos-program',
  '.iso': 'application/x-iso9660-image',
  '.mpp': 'application/dash-patch+xml',
  '.msi': 'application/x-msdownload',
  '.wav': 'audio/wave',
};

/** Returns the type of a file. */
export async function decideType(hints: TypeHints, rules: TypeRules): Promise<DecidedType> {
  const { ext, detected } = hints;
  const declared = toType(hints.declared);
  const byName = await typeOfExtension(ext.toLowerCase());
  const type = typeOf({ declared, byName, detected }, rules);
  const rejection =
    rejectionByHints({ declared, byName, detected }, rules) ??
    (type === '' ? 'Cannot verify file type for security reasons' : rejectionOf(rules, type)) ??
    rejectionByName(byName, rules);
  return { mime: type, rejection };
}

interface TypeCandidates {
  /** Empty for none. */
  readonly declared: string;
  readonly byName: string | null;
  readonly detected: string | null;
}

/** Returns the type, or an empty string if there is no hint. */
function typeOf(types: TypeCandidates, rules: TypeRules): string {
  const { declared, byName, detected } = types;
  if (detected !== null && (byName === null || byName === detected || GENERIC.has(declared))) {
    return byName !== null && isListedArchive(types, rules) ? byName : detected;
  }
  return byName ?? declared;
}

/** Reason to reject a file because of one of the hints; null if they agree, or if all are allowed. */
function rejectionByHints(types: TypeCandidates, rules: TypeRules): string | null {
  const { declared, byName, detected } = types;
  const denied = [GENERIC.has(declared) ? null : declared, byName, detected].find(
    (type) => type !== null && isDenied(rules, type),
  );
  if (typeof denied === 'string') return notAllowed(denied);
  if (detected === null || rules.allowedTypes === null || isListed(rules, detected)) return null;
  const isExpected =
    (declared === detected && byName === detected) ||
    isListedArchive(types, rules) ||
    (detected === 'application/xml' && byName === SVG && isListed(rules, byName));
  return isExpected ? null : UNLISTED_CONTENT;
}

/** Whether a ZIP archive has the extension of another type that is allowed, such as `.docx`. */
function isListedArchive({ byName, detected }: TypeCandidates, rules: TypeRules): boolean {
  return detected === ZIP && byName !== null && rejectionOf(rules, byName) === null;
}

/** Reason to reject a file that browsers would run because of its extension (docs/strapi/differences.md, D24). */
function rejectionByName(byName: string | null, rules: TypeRules): string | null {
  if (byName === null || !ACTIVE.test(byName) || isListed(rules, byName)) return null;
  return notAllowed(byName);
}

async function typeOfExtension(ext: string): Promise<string | null> {
  if (ext === '') return null;
  const { default: types } = await import('mime');
  return EXTENSIONS[ext] ?? types.getType(ext);
}

/** Declared type without parameters; empty if it is invalid (RFC 9110 section 8.3.1), since it becomes a header. */
function toType(declared: string | null): string {
  const declaredType = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return declaredType.length <= MAX_LENGTH &&
    /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(declaredType)
    ? declaredType
    : '';
}

/** Type of an image by its decoded format. */
export function typeOfImage(format: ImageFormat): string {
  return format === 'svg' ? 'image/svg+xml' : `image/${format}`;
}

/** Extension with a dot for a file without one. */
export async function extensionFor(type: string): Promise<string> {
  const { default: types } = await import('mime');
  return `.${types.getExtension(type) ?? 'bin'}`;
}
