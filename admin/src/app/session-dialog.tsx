// Sign-in over the page, when the session has ended. What is typed stays, and is saved afterwards.
import { useSyncExternalStore, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import { useT } from '../base/words.tsx';
import { SignInForm } from '../screens/sign-in/sign-in-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** @param email Address of the person whose page this is */
export function SessionDialog({ email }: { readonly email: string }): ReactNode {
  const t = useT();
  const { session } = useApi();
  const status = useSyncExternalStore(session.subscribe, () => session.status);
  return (
    <Dialog title={t('session.title')} isOpen={status === 'ended'} onClose={null}>
      <p>{t('session.text')}</p>
      <br />
      <SignInForm email={email} />
    </Dialog>
  );
}
