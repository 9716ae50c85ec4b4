// File card in a grid: selects the file, with a button for its details.
import type { ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
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
  /** Stores the alternative text; null if it cannot be edited here. */
  readonly onDescribe: ((text: string) => void) | null;
}

export function FileCard({
  file,
  isSelected,
  onToggle,
  onOpen,
  onDescribe,
}: FileCardProps): ReactNode {
  const { t, language } = useTranslations();
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
      {onDescribe === null || fileType(file) !== 'image' ? null : (
        <AlternativeText file={file} onDescribe={onDescribe} />
      )}
    </li>
  );
}

/** Enter focuses the next input. */
function AlternativeText({
  file,
  onDescribe,
}: {
  readonly file: MediaFile;
  readonly onDescribe: (text: string) => void;
}): ReactNode {
  const { t } = useTranslations();
  const label = `${t('media.alternativeText')}, ${file.name}`;
  return (
    <input
      className={styles.text}
      data-alternative-text
      aria-label={label}
      placeholder={t('media.alternativeText')}
      defaultValue={file.alternativeText}
      onBlur={(event) => {
        const text = event.currentTarget.value.trim();
        if (text !== file.alternativeText) onDescribe(text);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter') return;
        const grid = event.currentTarget.closest('ul');
        const inputs = [...(grid?.querySelectorAll<HTMLElement>('[data-alternative-text]') ?? [])];
        const next = inputs[inputs.indexOf(event.currentTarget) + 1];
        if (next) next.focus();
        else event.currentTarget.blur();
      }}
    />
  );
}
