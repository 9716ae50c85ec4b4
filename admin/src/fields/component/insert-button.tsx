// Button that adds a component, with a menu if there are several.
import { useRef, useState, type ReactNode } from 'react';
import type { JsonObject } from '../../base/json.ts';
import type { ComponentForm } from '../../model/layout.ts';
import { classNames } from '../../ui/class-names.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { useT } from '../../base/i18n.tsx';
import { FloatingMenu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import styles from './component.module.css';

interface InsertButtonProps {
  readonly choices: readonly ComponentForm[];
  readonly label: string;
  /** True at the end of the list, where the button has a label. */
  readonly isLast: boolean;
  readonly onChoose: (uid: string) => void;
  /** Returns the copied section if it is allowed here; called when the menu opens. */
  readonly copied: () => JsonObject | null;
  readonly onPaste: (item: JsonObject) => void;
}

/** Renders the menu only while it is open, because lists have many of these buttons. */
export function InsertButton({
  choices,
  label,
  isLast,
  onChoose,
  copied,
  onPaste,
}: InsertButtonProps): ReactNode {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [pasted, setPasted] = useState<JsonObject | null>(null);
  const [only] = choices;
  const open = (): void => {
    const item = copied();
    setPasted(item);
    if (choices.length === 1 && only && item === null) onChoose(only.uid);
    else setOpen(true);
  };
  return (
    <div className={classNames(styles.insert, isLast && styles.last)}>
      <button
        type="button"
        ref={button}
        {...(isLast ? {} : { 'aria-label': label, title: label })}
        {...(choices.length > 1 ? { 'aria-haspopup': 'menu', 'aria-expanded': isOpen } : {})}
        onClick={open}
      >
        <PlusIcon size={12} />
        {isLast ? label : null}
      </button>
      {isOpen ? (
        <FloatingMenu
          label={label}
          trigger={button}
          placement="bottom start"
          onClose={() => setOpen(false)}
        >
          {choices.map(({ uid, displayName }) => (
            <MenuItem key={uid} onAction={() => onChoose(uid)}>
              {displayName}
            </MenuItem>
          ))}
          {pasted ? (
            <>
              <MenuLine />
              <MenuItem note="Ctrl+V" onAction={() => onPaste(pasted)}>
                {t('section.paste')}
              </MenuItem>
            </>
          ) : null}
        </FloatingMenu>
      ) : null}
    </div>
  );
}
