// Pill: a state as a sign and a word; never color alone.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './pill.module.css';

/** Look of a pill. */
export type PillTone = 'draft' | 'ok' | 'warn' | 'info' | 'bad';

/** A state. */
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
