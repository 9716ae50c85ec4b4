// Root: the sign-in, or the interface for who is signed in.
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ApiContext, type Api } from '../api/api.tsx';
import { hasAdministrator } from '../api/people.ts';
import { readPreference, writePreference } from '../base/device.ts';
import { WordsProvider, type Words } from '../base/words.tsx';
import { EntryFrame, Unreachable } from '../screens/sign-in/entry-frame.tsx';
import { FirstAdministrator } from '../screens/sign-in/first-administrator.tsx';
import { SignIn } from '../screens/sign-in/sign-in.tsx';

const Workspace = lazy(async () => ({ default: (await import('./workspace.tsx')).Workspace }));

/** Whether a user was signed in on this device: then the interface is loaded while the session is renewed. */
const SIGNED_IN = 'signed-in';

/** The whole interface. */
export function Root({ api, words }: { readonly api: Api; readonly words: Words }): ReactNode {
  return (
    <ApiContext value={api}>
      <WordsProvider words={words}>
        <I18nProvider locale={words.language}>
          <FirstScreen api={api} />
        </I18nProvider>
      </WordsProvider>
    </ApiContext>
  );
}

function FirstScreen({ api: { session } }: { readonly api: Api }): ReactNode {
  const status = useSyncExternalStore(session.subscribe, () => session.status);
  const start = useStart(session);
  if (start === 'unreachable' && status === 'unknown') return <Unreachable />;
  if (status === 'signed-in' || status === 'ended') {
    return (
      <Suspense>
        <Workspace />
      </Suspense>
    );
  }
  if (start === 'first') return <FirstAdministrator />;
  return start === 'sign-in' ? <SignIn /> : <EntryFrame />;
}

type Start = 'loading' | 'first' | 'sign-in' | 'unreachable';

/** Renews the session of the device; without one, asks whether there is an administrator. */
function useStart(session: Api['session']): Start {
  const [start, setStart] = useState<Start>('loading');
  useEffect(() => {
    const begin = async (): Promise<void> => {
      if (readPreference(SIGNED_IN) !== null) void import('./workspace.tsx');
      const token = await session.renew(null);
      writePreference(SIGNED_IN, token === null ? null : 'yes');
      if (token === null) setStart((await hasAdministrator()) ? 'sign-in' : 'first');
    };
    begin().catch(() => setStart('unreachable'));
  }, [session]);
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.status === 'signed-in') writePreference(SIGNED_IN, 'yes');
      }),
    [session],
  );
  return start;
}
