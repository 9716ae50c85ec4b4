// In charge of the type that a file is stored with: found from its content, its extension and what was declared
// (docs/strapi/media.md, "Names and types").
import { validationError } from '../base/errors.ts';
import type { PictureFormat } from './picture.ts';

/** What is known of a file's type. */
export interface TypeClues {
  /** What the client says, parameters and all. */
  readonly declared: string | null;
  /** With its dot; empty: none. */
  readonly ext: string;
  /** From the first bytes. */
  readonly detected: string | null;
}

const GENERIC: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/** Characters of a declared type. */
const MAX_LENGTH = 255;

/** The type of a file. @throws ValidationError where nothing tells it */
export async function decideType({ declared, ext, detected }: TypeClues): Promise<string> {
  const { default: types } = await import('mime');
  const said = toType(declared);
  const byName = ext === '' ? null : types.getType(ext.toLowerCase());
  const agrees = (type: string): boolean => type === byName || extensionsOf(type).includes(ext);
  if (detected !== null) {
    if (said === detected && agrees(said)) return said;
    if (ext === '' || agrees(detected) || GENERIC.has(said)) return detected;
  }
  const type = byName ?? (said === '' ? null : said);
  if (type === null) throw validationError('The type of the file cannot be told.');
  return type;

  function extensionsOf(name: string): readonly string[] {
    const known = types.getExtension(name);
    return known === null ? [] : [`.${known}`];
  }
}

/** What was declared, without parameters; empty where it is no type (RFC 9110 section 8.3.1): it becomes a header. */
function toType(declared: string | null): string {
  const said = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return said.length <= MAX_LENGTH && /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(said)
    ? said
    : '';
}

/** The type of a picture by what it was decoded as. */
export function typeOfPicture(format: PictureFormat): string {
  return format === 'svg' ? 'image/svg+xml' : `image/${format}`;
}

/** The extension for a file that has none, with its dot. */
export async function extensionFor(type: string): Promise<string> {
  const { default: types } = await import('mime');
  return `.${types.getExtension(type) ?? 'bin'}`;
}
