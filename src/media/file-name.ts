// In charge of what a stored file is called: a slug of its name and ten hex characters, as Strapi makes them
// (spec/auth.md section 6). Slugs come from the library and version that Strapi uses, so that they are the same.

/** The names of a file that is stored. */
export interface FileName {
  /** As the media library shows it, in Unicode NFC. */
  readonly name: string;
  /** With its dot, case kept; made from the type where the name has none. */
  readonly ext: string;
  readonly mime: string;
}

const UNKNOWN = 'application/octet-stream';

/** Takes the extension and the type from a file name, such as `Old wall.JPG`. */
export async function parseFileName(fileName: string): Promise<FileName> {
  const { default: types } = await import('mime');
  const name = fileName.normalize('NFC');
  const ext = /[^.](\.[^.]*)$/.exec(name)?.[1] ?? '';
  const mime = (ext === '' ? null : types.getType(ext)) ?? UNKNOWN;
  return { name, mime, ext: ext === '' ? `.${types.getExtension(mime) ?? 'bin'}` : ext };
}

/** The name under which a file is stored, without its extension. @param suffix Ten hex characters */
export async function toHash({ name, ext }: FileName, suffix: string): Promise<string> {
  const { default: slugify } = await import('@sindresorhus/slugify');
  const base = name.endsWith(ext) ? name.slice(0, name.length - ext.length) : name;
  return `${slugify(base, { separator: '_', lowercase: false })}_${suffix}`;
}
