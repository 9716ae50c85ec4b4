// Overflow menu button.
import { useRef, useState, type ReactNode } from 'react';
import { DotsIcon } from '../../ui/icons.tsx';
import { FloatingMenu } from '../../ui/menu.tsx';
import styles from './more-menu.module.css';

interface MoreMenuProps {
  /** Name of the item, for the accessible label. */
  readonly label: string;
  readonly children: ReactNode;
  /** Submenu opened by an item; null while closed. */
  readonly next?: { readonly label: string; readonly children: ReactNode } | null;
  readonly onNextClose?: () => void;
}

/** Menu of a list item. */
export function MoreMenu({ label, children, next = null, onNextClose }: MoreMenuProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.more}
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <DotsIcon />
      </button>
      {isOpen ? (
        <FloatingMenu label={label} trigger={button} onClose={() => setOpen(false)}>
          {children}
        </FloatingMenu>
      ) : null}
      {next ? (
        <FloatingMenu label={next.label} trigger={button} onClose={() => onNextClose?.()}>
          {next.children}
        </FloatingMenu>
      ) : null}
    </>
  );
}
