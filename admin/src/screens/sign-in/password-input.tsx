// Password input with a button that reveals it.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { inputClass, type ControlProps } from '../../ui/field.tsx';
import styles from './sign-in.module.css';

interface PasswordInputProps {
  readonly control: ControlProps;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hasFocus?: boolean;
  readonly onChange?: (value: string) => void;
}

/** An input named `password`. */
export function PasswordInput({
  control,
  autoComplete,
  hasFocus = false,
  onChange,
}: PasswordInputProps): ReactNode {
  const t = useT();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <input
        {...control}
        className={inputClass}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoFocus={hasFocus}
        required
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
      <Button size="small" variant="quiet" onPress={() => setShown(!isShown)}>
        {isShown ? t('password.hide') : t('password.show')}
      </Button>
    </div>
  );
}
