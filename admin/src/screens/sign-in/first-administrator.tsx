// Registration screen for the first administrator.
import { useState, type FormEvent, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import { ApiError, hasStatus, type ApiIssue } from '../../api/errors.ts';
import { useT } from '../../base/i18n.tsx';
import { PASSWORD_RULES } from '../../model/password-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { PasswordInput } from './password-input.tsx';
import styles from './sign-in.module.css';

export function FirstAdministrator(): ReactNode {
  const t = useT();
  const { session } = useApi();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = failure instanceof ApiError ? failure.issues : [];

  const submit = async (form: FormData): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const [firstname = '', ...rest] = String(form.get('name')).trim().split(/\s+/);
    const lastname = rest.join(' ');
    try {
      await session.register({
        firstname,
        ...(lastname === '' ? {} : { lastname }),
        email: String(form.get('email')).trim().toLowerCase(),
        password: String(form.get('password')),
      });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    void submit(new FormData(event.currentTarget));
  };

  return (
    <EntryFrame>
      <title>{`${t('first.title')} · Quoin`}</title>
      <h1>{t('first.title')}</h1>
      <p className={styles.lead}>{t('first.text')}</p>
      <form className={styles.form} onSubmit={onSubmit}>
        {failure === null || issues.length > 0 ? null : (
          <p className={styles.failure} role="alert">
            {hasStatus(failure, 400) ? t('first.taken') : t('unreachable.text')}
          </p>
        )}
        <Field label={t('name')} issues={messagesOf(issues, 'firstname')}>
          {(control) => (
            <input
              {...control}
              className={inputClass}
              name="name"
              autoComplete="name"
              required
              autoFocus
            />
          )}
        </Field>
        <Field label={t('email')} issues={messagesOf(issues, 'email')}>
          {(control) => (
            <input
              {...control}
              className={inputClass}
              name="email"
              type="email"
              autoComplete="username"
              required
            />
          )}
        </Field>
        <Field label={t('password')} issues={messagesOf(issues, 'password')}>
          {(control) => (
            <>
              <PasswordInput control={control} autoComplete="new-password" onChange={setPassword} />
              <ul className={styles.rules}>
                {PASSWORD_RULES.map(({ name, isMet }) => (
                  <li key={name} className={isMet(password) ? styles.met : ''}>
                    {t(name)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Field>
        <Button type="submit" variant="primary">
          {t('first.submit')}
        </Button>
      </form>
    </EntryFrame>
  );
}

function messagesOf(issues: readonly ApiIssue[], name: string): readonly string[] {
  return issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
}
