// Button that opens the navigation drawer.
import { createContext, use, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { MenuIcon } from './icons.tsx';
import styles from './navigation-button.module.css';

/** Opens the navigation. */
export const NavigationContext = createContext<() => void>(() => undefined);

/** Shown on narrow screens only. */
export function NavigationButton({ label }: { readonly label: string }): ReactNode {
  const open = use(NavigationContext);
  return (
    <div className={styles.button}>
      <IconButton label={label} icon={MenuIcon} onPress={open} />
    </div>
  );
}
