// Button with dots that opens a menu.
import { useRef, useState, type ReactNode } from 'react';
import { DotsIcon } from '../../ui/icons.tsx';
import { FloatingMenu } from '../../ui/menu.tsx';
import styles from './more-menu.module.css';

/** A menu for one item of a list. @param props.label Names the item */
export function MoreMenu({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
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
    </>
  );
}
