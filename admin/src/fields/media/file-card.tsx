// A file in the grid: pressed to select it, with a button for its details.
import type { ReactNode } from 'react';
import { useWords } from '../../base/words.tsx';
import { fileType, sizeText, type MediaFile } from '../../model/files.ts';
import { IconButton } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { PencilIcon } from '../parts/icons.tsx';
import { FilePicture } from './file-picture.tsx';
import styles from './file-card.module.css';

interface FileCardProps {
  readonly file: MediaFile;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}

/** A card. */
export function FileCard({ file, isSelected, onToggle, onOpen }: FileCardProps): ReactNode {
  const { t, language } = useWords();
  const lacksText = fileType(file) === 'image' && file.alternativeText === '';
  return (
    <li className={styles.card} data-selected={isSelected || undefined}>
      <button
        type="button"
        data-card
        className={styles.picture}
        aria-pressed={isSelected}
        aria-label={file.name}
        onClick={onToggle}
      >
        <FilePicture file={file} />
        <span className={styles.mark}>{isSelected ? <CheckIcon size={14} /> : null}</span>
      </button>
      <div className={styles.foot}>
        <span className={styles.words}>
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <small>{lacksText ? t('media.lacksText') : sizeText(file.size, language)}</small>
        </span>
        <IconButton
          size="small"
          icon={PencilIcon}
          label={t('media.edit', { name: file.name })}
          onPress={onOpen}
        />
      </div>
    </li>
  );
}
