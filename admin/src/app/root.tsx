// Root component: the sign-in screen, or the interface after sign-in.
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ApiContext, type Api } from '../api/api.tsx';
import { hasAdministrator } from '../api/administrators.ts';
import { readPreference, writePreference } from '../base/device.ts';
import { TranslationsProvider, type Translations } from '../base/i18n.tsx';
import { EntryFrame, Unreachable } from '../screens/sign-in/entry-frame.tsx';
import { FirstAdministrator } from '../screens/sign-in/first-administrator.tsx';
import { SignIn } from '../screens/sign-in/sign-in.tsx';

/** Null while loading. Not React.lazy, which would delay the content by up to 0.3 seconds. */
let Workspace: ComponentType | null = null;

async function loadWorkspace(): Promise<void> {
  Workspace ??= (await import('./workspace.tsx')).Workspace;
}

/** True if a user was signed in on this device, to load the interface during the session refresh. */
const SIGNED_IN = 'signed-in';

/** Loads the interface during the session refresh. */
export function preloadWorkspace(): void {
  // Errors are handled where the module is used.
  if (readPreference(SIGNED_IN) !== null) loadWorkspace().catch(() => undefined);
}

interface RootProps {
  readonly api: Api;
  /** The initial session refresh. */
  readonly started: ReturnType<Api['start']>;
  readonly translations: Translations;
}

export function Root({ api, started, translations }: RootProps): ReactNode {
  return (
    <ApiContext value={api}>
      <TranslationsProvider translations={translations}>
        <I18nProvider locale={translations.language}>
          <FirstScreen api={api} started={started} />
        </I18nProvider>
      </TranslationsProvider>
    </ApiContext>
  );
}

function FirstScreen({ api: { session }, started }: Pick<RootProps, 'api' | 'started'>): ReactNode {
  const status = useSyncExternalStore(session.subscribe, () => session.status);
  const start = useStart(session, started);
  if (start === 'unreachable' && status === 'unknown') return <Unreachable />;
  if (status === 'signed-in' || status === 'ended') {
    return <LoadedWorkspace />;
  }
  if (start === 'first') return <FirstAdministrator />;
  return start === 'sign-in' ? <SignIn /> : <EntryFrame />;
}

function LoadedWorkspace(): ReactNode {
  const [isLoaded, setLoaded] = useState(Workspace !== null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    loadWorkspace().then(
      () => setLoaded(true),
      () => setFailed(true),
    );
  }, []);
  if (isFailed) return <Unreachable />;
  return isLoaded && Workspace ? <Workspace /> : null;
}

type Start = 'loading' | 'first' | 'sign-in' | 'unreachable';

/** Waits for the session refresh; without a session, checks whether an administrator exists. */
function useStart(session: Api['session'], started: RootProps['started']): Start {
  const [start, setStart] = useState<Start>('loading');
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const token = await started;
      writePreference(SIGNED_IN, token === null ? null : 'yes');
      if (token === null) setStart((await hasAdministrator()) ? 'sign-in' : 'first');
    };
    begin().catch(() => setStart('unreachable'));
  }, [started]);
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.status === 'signed-in') writePreference(SIGNED_IN, 'yes');
      }),
    [session],
  );
  return start;
}
