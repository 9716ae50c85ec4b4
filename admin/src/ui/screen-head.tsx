// Head of a screen: its title and main actions.
import type { ReactNode } from 'react';
import styles from './screen-head.module.css';

/** Sticky head. */
export function ScreenHead({ children }: { readonly children: ReactNode }): ReactNode {
  return <header className={styles.head}>{children}</header>;
}

/** Main actions, at the bottom of small screens. */
export function HeadActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}

/** Flexible space. */
export function Spacer(): ReactNode {
  return <span className={styles.spacer} />;
}
