// Sign-in screen.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** After sign-in, the requested address is shown. */
export function SignIn(): ReactNode {
  const t = useT();
  return (
    <EntryFrame>
      <title>{`${t('signIn.title')} · Quoin`}</title>
      <h1>{t('signIn.title')}</h1>
      <SignInForm email="" />
    </EntryFrame>
  );
}
