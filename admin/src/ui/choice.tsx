// Selection of one of several values: segmented control or select.
import { useId, type ReactNode } from 'react';
import type { ControlProps } from './field.tsx';
import { inputClass } from './field.tsx';
import styles from './choice.module.css';

/** A selectable value. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly control: ControlProps;
  readonly options: readonly Option[];
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** Segmented control, for a few short values. */
export function Segments({
  control,
  options,
  value,
  isDisabled = false,
  onChange,
}: ChoiceProps): ReactNode {
  const name = useId();
  const { id, ...described } = control;
  return (
    <div role="radiogroup" className={styles.segments} id={id} {...described}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={isDisabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** Select with a popup list. */
export function Select({
  control,
  options,
  value,
  isDisabled = false,
  onChange,
}: ChoiceProps): ReactNode {
  return (
    <select
      {...control}
      className={`${inputClass} ${styles.select}`}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
