// Opens the search box, which is loaded on first use.
import {
  lazy,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { chooseTheme, currentTheme } from '../base/theme.ts';
import { CommandsContext, type Command, type CommandSource } from '../base/commands.ts';
import { useShortcuts } from '../base/keys.ts';
import { useT, type Translate } from '../base/i18n.tsx';
import { useApi } from '../api/api.tsx';
import { useProject, type Project } from '../editor/project.tsx';
import { OpenSearchContext } from './open-search.ts';

const SearchBox = lazy(async () => ({
  default: (await import('../screens/search/search-box.tsx')).SearchBox,
}));

/** Opens the search box with Ctrl+K. */
export function Search({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const { session } = useApi();
  const project = useProject();
  const [sources] = useState(() => new Set<CommandSource>());
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  const typed = useRef('');
  const open = (): void => {
    // The sign-in dialog takes precedence.
    if (session.status !== 'signed-in') return;
    typed.current = '';
    setCommands([...[...sources].flatMap((source) => source()), ...ownCommands(t)]);
  };
  useShortcuts({ 'Ctrl+K': open });
  return (
    <CommandsContext value={sources}>
      <OpenSearchContext value={open}>{children}</OpenSearchContext>
      {commands === null ? null : (
        <Suspense fallback={<Typed text={typed} />}>
          <SearchBox
            typed={typed}
            commands={commands}
            destinations={destinationsOf(project, t)}
            onClose={() => setCommands(null)}
          />
        </Suspense>
      )}
    </CommandsContext>
  );
}

/** Captures keystrokes while the search box is loading. */
function Typed({ text }: { readonly text: RefObject<string> }): ReactNode {
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      text.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, [text]);
  return null;
}

function ownCommands(t: Translate): readonly Command[] {
  return currentTheme() === 'dark'
    ? [{ label: t('command.light'), run: () => chooseTheme('light') }]
    : [{ label: t('command.dark'), run: () => chooseTheme('dark') }];
}

/** Destinations other than types. */
function destinationsOf(
  { permissions }: Project,
  t: Translate,
): readonly { readonly label: string; readonly to: string }[] {
  return [
    ...(permissions.mayFiles('read') ? [{ label: t('media.title'), to: '/plugins/upload' }] : []),
    ...(permissions.maySeeTypes
      ? [{ label: t('types.title'), to: '/plugins/content-type-builder' }]
      : []),
  ];
}
