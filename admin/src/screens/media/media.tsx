// Media library screen. Folder and search are in the address.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCalls } from '../../api/api.tsx';
import { createMediaApi } from '../../api/media.ts';
import { useShortcuts } from '../../base/keys.ts';
import { useT } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import { NoPermission } from '../../editor/screen-states.tsx';
import { useMediaSource } from '../../editor/use-media-source.ts';
import { Library } from '../../fields/media/library.tsx';
import { MediaContext, type LibraryQuery } from '../../fields/media/media-source.ts';
import type { LibraryFiles } from '../../fields/media/use-library.ts';
import type { Folder, MediaFile } from '../../model/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { NavigationButton } from '../../ui/navigation-button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './media.module.css';

export function Media(): ReactNode {
  const t = useT();
  const { permissions } = useProject();
  const source = useMediaSource();
  const { query, setQuery } = useLibraryQuery();
  const [selected, setSelected] = useState<readonly MediaFile[]>([]);
  useShortcuts({
    '/': () => document.querySelector<HTMLElement>('[data-library-search]')?.focus(),
    Escape: () => setSelected([]),
  });
  if (!permissions.mayFiles('read')) return <NoPermission />;
  return (
    <>
      <ScreenHead>
        <NavigationButton label={t('frame.open')} />
        <title>{`${t('media.title')} · Quoin`}</title>
        <h1 className={styles.title}>{t('media.title')}</h1>
      </ScreenHead>
      <main id="main" tabIndex={-1} className={styles.main}>
        <MediaContext value={source}>
          <Library
            query={query}
            onQuery={setQuery}
            types={[]}
            selected={selected}
            onSelect={setSelected}
            isMultiple
            actions={(library) =>
              selected.length === 0 || !source.mayChange ? null : (
                <Selection
                  selected={selected}
                  library={library}
                  onDone={() => {
                    setSelected([]);
                    library.refresh();
                  }}
                />
              )
            }
          />
        </MediaContext>
      </main>
    </>
  );
}

function useLibraryQuery(): {
  readonly query: LibraryQuery;
  readonly setQuery: (query: LibraryQuery) => void;
} {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const folder = Number(search['folder']);
  return {
    query: {
      text: typeof search['_q'] === 'string' ? search['_q'] : '',
      folder: Number.isInteger(folder) && folder > 0 ? folder : null,
      isUntitled: search['without'] === 'text',
    },
    setQuery: (next) =>
      void navigate({
        to: '.',
        replace: true,
        search: {
          ...(next.text === '' ? {} : { _q: next.text }),
          ...(next.folder === null ? {} : { folder: String(next.folder) }),
          ...(next.isUntitled ? { without: 'text' } : {}),
        },
      }),
  };
}

interface SelectionProps {
  readonly selected: readonly MediaFile[];
  readonly library: LibraryFiles;
  readonly onDone: () => void;
}

/** Actions on the selected files. */
function Selection({ selected, library, onDone }: SelectionProps): ReactNode {
  const t = useT();
  const media = useCalls(createMediaApi);
  const toast = useToast();
  const [isConfirming, setConfirming] = useState(false);
  const ids = selected.map(({ id }) => id);
  const run = async (act: () => Promise<void>, text: string): Promise<void> => {
    try {
      await act();
      toast({ text });
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('unreachable.text') });
    }
    onDone();
  };
  const move = (folder: number | null): void =>
    void run(() => media.move(ids, folder), t('media.moved', { count: ids.length }));
  return (
    <div className={styles.selection} role="region" aria-label={t('bulk.label')}>
      <span>{t('bulk.selected', { count: ids.length })}</span>
      {library.folders.length > 0 ? (
        <Menu
          label={t('media.moveTo')}
          placement="bottom start"
          trigger={<Button size="small">{t('media.moveTo')}</Button>}
        >
          <MenuItem onAction={() => move(null)}>{t('media.title')}</MenuItem>
          {flat(library.folders).map(({ id, name }) => (
            <MenuItem key={id} onAction={() => move(id)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      <Button size="small" onPress={() => setConfirming(true)}>
        {t('entry.delete')}
      </Button>
      <Button size="small" variant="quiet" onPress={onDone}>
        {t('bulk.clear')}
      </Button>
      <Dialog
        title={t('media.deleteTitle', { count: ids.length })}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setConfirming(false)}>
              {t('cancel')}
            </Button>
            <Button
              variant="danger"
              onPress={() => {
                setConfirming(false);
                void run(
                  () => media.remove({ fileIds: ids }),
                  t('media.deleted', { count: ids.length }),
                );
              }}
            >
              {t('entry.delete')}
            </Button>
          </>
        }
      >
        <p>{t('media.deleteText')}</p>
      </Dialog>
    </div>
  );
}

/** Returns all folders with their paths. */
function flat(
  folders: readonly Folder[],
  start = '',
): readonly { readonly id: number; readonly name: string }[] {
  return folders.flatMap(({ id, name, children }) => [
    { id, name: `${start}${name}` },
    ...flat(children, `${start}${name} / `),
  ]);
}
