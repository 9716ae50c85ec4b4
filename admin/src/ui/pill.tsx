// Status pill with icon and text; color is never the only indicator.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './pill.module.css';

/** Appearance of a pill. */
export type PillTone = 'draft' | 'ok' | 'warn' | 'info' | 'bad';

export function Pill({
  tone,
  children,
}: {
  readonly tone: PillTone;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={classNames(styles.pill, styles[tone])}>
      <span className={styles.word}>{children}</span>
    </span>
  );
}
