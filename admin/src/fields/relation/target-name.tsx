// Title of a target, with details that distinguish it from others.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import type { RelationTarget } from '../../model/relations.ts';
import { useFieldHost } from '../field-host.ts';
import styles from './target-name.module.css';

/** Title, the locale if it differs from that of the entry, and the status unless it is published. */
export function TargetName({ target }: { readonly target: RelationTarget }): ReactNode {
  const t = useT();
  const host = useFieldHost();
  const { title, documentId, locale, status } = target;
  return (
    <span className={styles.name}>
      <span className={styles.title}>{title || documentId}</span>
      {locale === null || locale === host.locale ? null : (
        <small className={styles.locale}>{locale.toUpperCase()}</small>
      )}
      {status === 'draft' || status === 'modified' ? (
        <small className={styles[status]}>{t(`status.${status}`)}</small>
      ) : null}
    </span>
  );
}
