// List of labeled checkboxes.
import type { ReactNode } from 'react';
import type { ControlProps } from '../../ui/field.tsx';
import styles from './builder.module.css';

export interface CheckOption {
  readonly value: string;
  readonly label: string;
  /** Shown after the label. */
  readonly note?: string;
}

interface CheckListProps {
  readonly control: ControlProps;
  readonly options: readonly CheckOption[];
  readonly checked: readonly string[];
  readonly isDisabled: boolean;
  /** Called with the checked values in the order of the options. */
  readonly onChange: (checked: readonly string[]) => void;
}

/** A group in a field with the role `group`. */
export function CheckList({
  control: { id, ...described },
  options,
  checked,
  isDisabled,
  onChange,
}: CheckListProps): ReactNode {
  return (
    <div role="group" id={id} className={styles.checks} {...described}>
      {options.map(({ value, label, note }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={checked.includes(value)}
            disabled={isDisabled}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              onChange(
                options
                  .map((option) => option.value)
                  .filter((each) => (each === value ? isOn : checked.includes(each))),
              );
            }}
          />
          <span>{label}</span>
          {note === undefined ? null : <small>{note}</small>}
        </label>
      ))}
    </div>
  );
}
