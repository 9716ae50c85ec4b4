// Root: the sign-in screen, or the interface once a person is signed in.
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ApiContext, type Api } from '../api/api.tsx';
import { hasAdministrator } from '../api/people.ts';
import { readPreference, writePreference } from '../base/device.ts';
import { WordsProvider, type Words } from '../base/words.tsx';
import { EntryFrame, Unreachable } from '../screens/sign-in/entry-frame.tsx';
import { FirstAdministrator } from '../screens/sign-in/first-administrator.tsx';
import { SignIn } from '../screens/sign-in/sign-in.tsx';

/** Null until it is loaded. React shows what was suspended up to 0.3 seconds late, so this is no lazy component. */
let Workspace: ComponentType | null = null;

async function loadWorkspace(): Promise<void> {
  Workspace ??= (await import('./workspace.tsx')).Workspace;
}

/** Whether a user was signed in on this device: then the interface is loaded while the session is renewed. */
const SIGNED_IN = 'signed-in';

/** Loads the interface while the session of a person who was signed in is renewed. */
export function preloadWorkspace(): void {
  // A failure shows when it is needed.
  if (readPreference(SIGNED_IN) !== null) loadWorkspace().catch(() => undefined);
}

interface RootProps {
  readonly api: Api;
  /** The first renewal of the session. */
  readonly started: ReturnType<Api['start']>;
  readonly words: Words;
}

/** The whole interface. */
export function Root({ api, started, words }: RootProps): ReactNode {
  return (
    <ApiContext value={api}>
      <WordsProvider words={words}>
        <I18nProvider locale={words.language}>
          <FirstScreen api={api} started={started} />
        </I18nProvider>
      </WordsProvider>
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

/** Waits for the session of the device; without one, asks whether there is an administrator. */
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
