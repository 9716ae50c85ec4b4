// Head of a screen: its title and main actions.
import type { ReactNode } from 'react';
import styles from './screen-head.module.css';

/** Stays on top while the screen scrolls. */
export function ScreenHead({ children }: { readonly children: ReactNode }): ReactNode {
  return <header className={styles.head}>{children}</header>;
}

/** The main actions. On small screens they are at the bottom, in reach of the thumb. */
export function HeadActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}

/** Pushes what follows to the end of the head. */
export function Spacer(): ReactNode {
  return <span className={styles.spacer} />;
}
