// Content-types of the media library: files and folders.
import type { RawDefinition } from '../types.ts';
import { builtIn, fixed, relation } from './raw.ts';
import { FILE, FOLDER } from './uids.ts';

export const uploadTypes: readonly RawDefinition[] = [
  builtIn({
    uid: FILE,
    collectionName: 'files',
    singularName: 'file',
    pluralName: 'files',
    displayName: 'File',
    info: { description: '' },
    attributes: {
      ...fixed({
        name: { type: 'string', required: true },
        alternativeText: { type: 'text' },
        caption: { type: 'text' },
        focalPoint: { type: 'json' },
        width: { type: 'integer' },
        height: { type: 'integer' },
        formats: { type: 'json' },
        hash: { type: 'string', required: true },
        ext: { type: 'string' },
        mime: { type: 'string', required: true },
        size: { type: 'decimal', required: true },
        url: { type: 'text', required: true },
        previewUrl: { type: 'text' },
        provider: { type: 'string', required: true },
        provider_metadata: { type: 'json' },
        related: { type: 'relation', relation: 'morphToMany' },
      }),
      folder: { ...relation('manyToOne', FOLDER, { inversedBy: 'files' }), private: true },
      folderPath: {
        type: 'string',
        minLength: 1,
        required: true,
        private: true,
        searchable: false,
      },
    },
    indexes: ['folder_path', 'created_at', 'updated_at', 'name', 'size', 'ext'].map((column) => ({
      name: `upload_files_${column}_index`,
      columns: [column],
    })),
  }),
  builtIn({
    uid: FOLDER,
    collectionName: 'upload_folders',
    singularName: 'folder',
    pluralName: 'folders',
    displayName: 'Folder',
    attributes: {
      name: { type: 'string', minLength: 1, required: true },
      pathId: { type: 'integer', unique: true, required: true },
      parent: relation('manyToOne', FOLDER, { inversedBy: 'children' }),
      children: relation('oneToMany', FOLDER, { mappedBy: 'parent' }),
      files: relation('oneToMany', FILE, { mappedBy: 'folder' }),
      path: { type: 'string', minLength: 1, required: true },
    },
    indexes: ['path_id', 'path'].map((column) => ({
      name: `upload_folders_${column}_index`,
      columns: [column],
      type: 'unique',
    })),
  }),
];
