// Combobox input, which keeps the focus while arrow keys move in the list.
import type { KeyboardEvent, ReactNode } from 'react';
import { SearchIcon } from './icons.tsx';
import styles from './combobox.module.css';

interface ComboboxInputProps {
  readonly label: string;
  /** Placeholder; default: the label. */
  readonly placeholder?: string;
  /** Id of the list, and id prefix of its options. */
  readonly list: string;
  /** Index of the active option; null if the list is empty. */
  readonly active: number | null;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Shown after the input. */
  readonly children?: ReactNode;
}

export function ComboboxInput({
  label,
  placeholder = label,
  list,
  active,
  text,
  onText,
  onKeyDown,
  children,
}: ComboboxInputProps): ReactNode {
  return (
    <label className={styles.head}>
      <SearchIcon size={18} />
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={active !== null}
        aria-controls={list}
        aria-activedescendant={active === null ? undefined : optionId(list, active)}
        aria-autocomplete="list"
        autoComplete="off"
        autoFocus
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {children}
    </label>
  );
}

export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** Class name of an option. */
export const optionClass: string = styles.option ?? '';
