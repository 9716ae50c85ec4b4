// Notice in place of content, such as an empty state.
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Action, such as a button. */
  readonly action?: ReactNode;
  /** If true, screen readers announce it. */
  readonly isAlert?: boolean;
}

/** A centered notice. */
export function Notice({ title, children, action, isAlert = false }: NoticeProps): ReactNode {
  return (
    <div className={styles.notice} {...(isAlert ? { role: 'alert' } : {})}>
      <h2>{title}</h2>
      {children === undefined ? null : <div className={styles.words}>{children}</div>}
      {action}
    </div>
  );
}

/** A strip across a screen, for a persistent state. */
export function Strip({
  tone,
  children,
  actions,
}: {
  readonly tone: 'warn' | 'bad' | 'info';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  return (
    <div className={`${styles.strip} ${styles[tone]}`} role="status">
      <span>{children}</span>
      {actions === undefined ? null : <span className={styles.actions}>{actions}</span>}
    </div>
  );
}
