// Progress and errors of uploads.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { Upload, UploadQueue } from './upload-queue.ts';
import styles from './upload-list.module.css';

interface UploadListProps<Result> {
  readonly queue: UploadQueue<Result>;
  readonly list: readonly Upload<Result>[];
}

/** Renders nothing without uploads. */
export function UploadList<Result>({ queue, list }: UploadListProps<Result>): ReactNode {
  const t = useT();
  const shown = list.filter(({ state }) => state !== 'done');
  if (shown.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={t('media.uploads')}>
      {shown.map(({ key, file, state, progress, reason }) => (
        <li key={key} className={styles.upload} data-state={state}>
          <span className={styles.name}>{file.name}</span>
          {state === 'failed' ? (
            <span className={styles.reason} role="alert">
              {reason}
            </span>
          ) : (
            <progress value={progress} aria-label={file.name} />
          )}
          {state === 'failed' ? (
            <Button size="small" onPress={() => queue.again(key)}>
              {t('again')}
            </Button>
          ) : null}
          <IconButton
            size="small"
            icon={CloseIcon}
            label={t(state === 'failed' ? 'media.dropUpload' : 'media.cancelUpload', {
              name: file.name,
            })}
            onPress={() => queue.drop(key)}
          />
        </li>
      ))}
    </ul>
  );
}
