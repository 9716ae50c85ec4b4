// Sign-in dialog over the page after the session has ended. Unsaved changes stay, and are saved afterwards.
import { useSyncExternalStore, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import { useT } from '../base/i18n.tsx';
import { SignInForm } from '../screens/sign-in/sign-in-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** @param email Email address of the user of the page */
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
