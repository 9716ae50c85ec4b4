// Link that opens in a new tab.
import type { ReactNode } from 'react';
import styles from './new-tab-link.module.css';

interface NewTabLinkProps {
  readonly href: string;
  /** Says to screen readers that a new tab opens. */
  readonly note: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function NewTabLink({ href, note, className, children }: NewTabLinkProps): ReactNode {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className}>
      {children} <span className="visually-hidden">{note}</span>
      <span className={styles.arrow} aria-hidden>
        ↗
      </span>
    </a>
  );
}
