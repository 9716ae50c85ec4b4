// Media calls for fields and the media library.
import { useMemo } from 'react';
import { useCalls } from '../api/api.tsx';
import { createMediaApi } from '../api/media.ts';
import type { MediaSource } from '../fields/media/media-source.ts';
import { parseFile, parseFolders, pictureBlock } from '../model/files.ts';
import { useProject } from './project.tsx';

/** Page size of files. */
const PAGE = 48;

/** Returns the media calls. */
export function useMediaSource(): MediaSource {
  const media = useCalls(createMediaApi);
  const { permissions } = useProject();
  return useMemo(
    () => ({
      mayAdd: permissions.mayFiles('create'),
      mayChange: permissions.mayFiles('update'),
      async files(query, signal) {
        const found = await media.files({ ...query, pageSize: PAGE }, signal);
        return { files: found.files.map(parseFile), total: found.total };
      },
      folders: async () => parseFolders(await media.folders()),
      pictureBlock: async (id) => pictureBlock(await media.file(id), location.origin),
      upload: async (file, folder, sending) => parseFile(await media.upload(file, folder, sending)),
      change: async (id, texts) => parseFile(await media.change(id, texts)),
      replace: async (id, file, texts) => parseFile(await media.replace(id, file, texts)),
      createFolder: (name, parent) => media.createFolder(name, parent),
    }),
    [media, permissions],
  );
}
