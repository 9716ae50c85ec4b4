// Sign-in form, used by the sign-in screen and dialog.
import { useState, type FormEvent, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import { hasStatus } from '../../api/errors.ts';
import type { Translate } from '../../base/i18n.tsx';
import { useT } from '../../base/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { PasswordInput } from './password-input.tsx';
import styles from './sign-in.module.css';

/** @param email Initial email address */
export function SignInForm({ email }: { readonly email: string }): ReactNode {
  const t = useT();
  const { session } = useApi();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (form: FormData): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await session.signIn({
        email: String(form.get('email')).trim().toLowerCase(),
        password: String(form.get('password')),
        rememberMe: form.get('remember') === 'on',
      });
    } catch (error) {
      setFailure(failureOf(error, t));
    }
    setBusy(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    void submit(new FormData(event.currentTarget));
  };

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {failure === null ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <Field label={t('email')}>
        {(control) => (
          <input
            {...control}
            className={inputClass}
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            autoFocus={email === ''}
          />
        )}
      </Field>
      <Field label={t('password')}>
        {(control) => (
          <PasswordInput
            control={control}
            autoComplete="current-password"
            hasFocus={email !== ''}
          />
        )}
      </Field>
      <label className={styles.remember}>
        <input type="checkbox" name="remember" defaultChecked />
        {t('signIn.remember')}
      </label>
      <Button type="submit" variant="primary">
        {t('signIn.submit')}
      </Button>
    </form>
  );
}

function failureOf(error: unknown, t: Translate): string {
  if (hasStatus(error, 429)) return t('signIn.tooMany');
  if (hasStatus(error, 400)) return t('signIn.wrong');
  return t('unreachable.text');
}
