// Button that adds a component, after a choice if there are several.
import { useRef, useState, type ReactNode } from 'react';
import type { ComponentForm } from '../../model/layout.ts';
import { classNames } from '../../ui/class-names.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { FloatingMenu, MenuItem } from '../../ui/menu.tsx';
import styles from './component.module.css';

interface InsertButtonProps {
  readonly choices: readonly ComponentForm[];
  readonly label: string;
  /** Whether it is at the end of the list, with words. */
  readonly isLast: boolean;
  readonly onChoose: (uid: string) => void;
}

/** The menu exists only while it is open: lists have many of these buttons. */
export function InsertButton({ choices, label, isLast, onChoose }: InsertButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [only] = choices;
  return (
    <div className={classNames(styles.insert, isLast && styles.last)}>
      <button
        type="button"
        ref={button}
        {...(isLast ? {} : { 'aria-label': label, title: label })}
        {...(choices.length > 1 ? { 'aria-haspopup': 'menu', 'aria-expanded': isOpen } : {})}
        onClick={() => (choices.length === 1 && only ? onChoose(only.uid) : setOpen(true))}
      >
        <PlusIcon size={12} />
        {isLast ? label : null}
      </button>
      {isOpen ? (
        <FloatingMenu label={label} trigger={button} onClose={() => setOpen(false)}>
          {choices.map(({ uid, displayName }) => (
            <MenuItem key={uid} onAction={() => onChoose(uid)}>
              {displayName}
            </MenuItem>
          ))}
        </FloatingMenu>
      ) : null}
    </div>
  );
}
