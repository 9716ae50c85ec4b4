// Menu button.
import type { ReactNode, RefObject } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Separator } from 'react-aria-components/Separator';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from './class-names.ts';
import { CheckIcon, type Icon } from './icons.tsx';
import styles from './menu.module.css';

interface MenuProps {
  readonly label: string;
  /** Trigger button. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  /** Keys of checked items; without it, items are actions. */
  readonly selected?: readonly string[];
  readonly selectionMode?: 'single' | 'multiple';
  readonly onSelect?: (keys: readonly string[]) => void;
  readonly placement?: 'bottom start' | 'bottom end' | 'top start';
}

export function Menu({
  label,
  trigger,
  children,
  selected,
  selectionMode = 'single',
  onSelect,
  placement = 'bottom end',
}: MenuProps): ReactNode {
  const selection = selected
    ? {
        selectionMode,
        selectedKeys: selected,
        onSelectionChange: (keys: 'all' | Set<string | number>) =>
          onSelect?.(keys === 'all' ? [] : [...keys].map(String)),
      }
    : {};
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <AriaMenu className={styles.menu ?? ''} aria-label={label} {...selection}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

interface FloatingMenuProps {
  readonly label: string;
  /** Anchor element, which is focused after closing. */
  readonly trigger: RefObject<Element | null>;
  readonly onClose: () => void;
  readonly placement?: 'bottom start' | 'bottom end';
  readonly children: ReactNode;
}

/** An open menu, shared by the rows of a list. */
export function FloatingMenu({
  label,
  trigger,
  onClose,
  placement = 'bottom end',
  children,
}: FloatingMenuProps): ReactNode {
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={trigger}
      aria-label={label}
      isOpen
      placement={placement}
      offset={4}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaMenu
        className={styles.menu ?? ''}
        aria-label={label}
        autoFocus="first"
        onClose={onClose}
      >
        {children}
      </AriaMenu>
    </Popover>
  );
}

interface MenuItemProps {
  readonly id?: string;
  readonly icon?: Icon;
  /** Shortcut or note at the end. */
  readonly note?: string | undefined;
  readonly tone?: 'bad';
  readonly isDisabled?: boolean;
  readonly onAction?: () => void;
  readonly children: string;
}

export function MenuItem({ icon, note, tone, children, ...rest }: MenuItemProps): ReactNode {
  return (
    <AriaMenuItem
      {...rest}
      textValue={children}
      className={classNames(styles.item, tone && styles[tone])}
    >
      {({ isSelected, selectionMode }) => (
        <>
          {selectionMode === 'none' ? (
            icon?.({})
          ) : (
            <span className={styles.mark}>{isSelected ? <CheckIcon /> : null}</span>
          )}
          <span className={styles.words}>{children}</span>
          {note === undefined ? null : <kbd className={styles.note}>{note}</kbd>}
        </>
      )}
    </AriaMenuItem>
  );
}

/** Separator between groups. */
export function MenuLine(): ReactNode {
  return <Separator className={styles.line ?? ''} />;
}
