// In charge of the row of a file of the media library, as Strapi fills it (spec/auth.md section 6).
import type { DocumentData } from '../documents/document-collection.ts';
import type { PlacedFile } from './place-file.ts';

/** What somebody says of a file. */
export interface FileTexts {
  readonly name?: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
}

/** The data of a document of `plugin::upload.file`, outside of every folder. Smaller formats are not made yet. */
export function toFileData(placed: PlacedFile, texts: FileTexts): DocumentData {
  const { name, hash, ext, mime, size, url, dimensions } = placed;
  return {
    name: texts.name ?? name,
    alternativeText: texts.alternativeText ?? null,
    caption: texts.caption ?? null,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    formats: null,
    hash,
    ext,
    mime,
    size,
    url,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    folderPath: '/',
  };
}
