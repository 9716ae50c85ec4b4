// Switch and checkbox.
import type { ReactNode } from 'react';
import type { ControlProps } from './field.tsx';
import styles from './switch.module.css';

interface SwitchProps {
  readonly control: ControlProps;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch in a field. */
export function Switch({ control, isOn, isDisabled = false, onChange }: SwitchProps): ReactNode {
  return (
    <input
      {...control}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isMixed?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox with a visually hidden label. */
export function Checkbox({ label, isOn, isMixed = false, onChange }: CheckboxProps): ReactNode {
  return (
    <label className={styles.checkTarget}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={label}
        checked={isOn}
        ref={(input) => {
          if (input) input.indeterminate = isMixed;
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
