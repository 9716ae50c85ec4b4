// Types of `@strapi/plugin-upload`: files of the media library.

/** A file, as documents and responses contain it. */
export interface File {
  id: number;
  documentId?: string;
  name: string;
  alternativeText?: string | null;
  caption?: string | null;
  focalPoint?: { x: number; y: number } | null;
  width?: number | null;
  height?: number | null;
  formats?: Record<string, FileFormat> | null;
  hash: string;
  ext?: string;
  mime?: string;
  /** In kilobytes. */
  size?: number;
  sizeInBytes?: number;
  url: string;
  previewUrl?: string | null;
  provider?: string;
  provider_metadata?: Record<string, unknown> | null;
  folder?: any;
  folderPath?: string;
  related?: any[];
  createdAt?: string;
  updatedAt?: string;
  [key: string]: any;
}

/** A smaller copy of an image. */
export interface FileFormat {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  width: number;
  height: number;
  size: number;
  sizeInBytes?: number;
  url: string;
  path?: string | null;
}
