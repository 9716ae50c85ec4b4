// Save status in the head of the screen.
import type { ReactNode } from 'react';
import { useTranslations } from '../base/i18n.tsx';
import { shortTime } from '../base/time.ts';
import { AlertIcon, CheckIcon, CloudOffIcon } from '../ui/icons.tsx';
import { classNames } from '../ui/class-names.ts';
import { useEntryState } from './session-context.tsx';
import styles from './save-note.module.css';

/** Screen readers announce problems only, not each save. */
export function SaveNote(): ReactNode {
  const { t, language } = useTranslations();
  const save = useEntryState((state) => state.save);
  const saved = useEntryState((state) => state.info.saved);
  const rejection = useEntryState((state) => state.rejection);
  if (save === 'clean') {
    if (!saved?.at) return null;
    const time = shortTime(saved.at, new Date(), language);
    return (
      <span className={styles.note} data-save={save}>
        <CheckIcon />
        <span>{t('save.clean', { time })}</span>
      </span>
    );
  }
  if (save === 'changed' || save === 'saving') {
    return (
      <span className={styles.note} data-save={save}>
        <span>{t(save === 'saving' ? 'save.saving' : 'save.changed')}</span>
      </span>
    );
  }
  return (
    <span
      className={classNames(styles.note, save === 'offline' ? styles.warn : styles.bad)}
      role="status"
      data-save={save}
      title={rejection}
    >
      {save === 'offline' ? <CloudOffIcon /> : <AlertIcon />}
      <span>{t(WORDS[save])}</span>
    </span>
  );
}

const WORDS = {
  offline: 'save.offline',
  rejected: 'save.rejected',
  partly: 'save.partly',
  conflict: 'save.conflict',
  gone: 'save.gone',
} as const;
