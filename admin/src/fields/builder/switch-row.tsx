// Labeled switch.
import { useId, type ReactNode } from 'react';
import { Switch } from '../../ui/switch.tsx';
import styles from './builder.module.css';

interface SwitchRowProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A row of settings. */
export function SwitchRow({ label, hint = '', ...rest }: SwitchRowProps): ReactNode {
  const id = useId();
  const control = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': hint === '' ? undefined : `${id}-hint`,
    'aria-invalid': undefined,
  };
  return (
    <div className={styles.switchRow}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Switch control={control} {...rest} />
      {hint === '' ? null : <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}
