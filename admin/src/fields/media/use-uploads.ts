// Uploads of a screen or field.
import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { isAccepted, type MediaFile } from '../../model/files.ts';
import { useMediaSource } from './media-source.ts';
import { UploadQueue, type Upload } from './upload-queue.ts';

/** Uploads in progress. */
export interface Uploads {
  readonly queue: UploadQueue<MediaFile>;
  readonly list: readonly Upload<MediaFile>[];
  readonly add: (files: readonly File[], folder: number | null) => void;
}

/** @param types Accepted media types; empty for all @param onDone Called with each uploaded file */
export function useUploads(types: readonly string[], onDone: (file: MediaFile) => void): Uploads {
  const { t } = useTranslations();
  const source = useMediaSource();
  const [latest] = useState({ onDone });
  latest.onDone = onDone;
  const [queue] = useState(
    () =>
      new UploadQueue<MediaFile>((file) => {
        latest.onDone(file);
        queue.clear();
      }),
  );
  const list = useSyncExternalStore(queue.subscribe, queue.get);
  return {
    queue,
    list,
    add: (files, folder) =>
      queue.add(
        files,
        (file, sending) => source.upload(file, folder, sending),
        ({ type }) => (isAccepted(type, types) ? '' : t('media.wrongType')),
      ),
  };
}
