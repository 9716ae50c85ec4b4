// Determines the type that a file is stored with, from its content, its extension and the declared type
// (docs/strapi/media.md, "Names and types").
import { validationError } from '../base/errors.ts';
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

const GENERIC: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/** Maximum length of a declared type in characters. */
const MAX_LENGTH = 255;

/** Returns the type of a file. @throws ValidationError if there is no hint */
export async function decideType({ declared, ext, detected }: TypeHints): Promise<string> {
  const { default: types } = await import('mime');
  const declaredType = toType(declared);
  const byName = ext === '' ? null : types.getType(ext.toLowerCase());
  const agrees = (type: string): boolean => type === byName || extensionsOf(type).includes(ext);
  if (detected !== null) {
    if (declaredType === detected && agrees(declaredType)) return declaredType;
    if (ext === '' || agrees(detected) || GENERIC.has(declaredType)) return detected;
  }
  const type = byName ?? (declaredType === '' ? null : declaredType);
  if (type === null) throw validationError('The type of the file is unknown.');
  return type;

  function extensionsOf(name: string): readonly string[] {
    const registered = types.getExtension(name);
    return registered === null ? [] : [`.${registered}`];
  }
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
