// Media library with search, folders, files and uploads, used by the screen and by dialogs of fields.
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { folderTrail, type MediaFile } from '../../model/files.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChevronRightIcon, SearchIcon } from '../../ui/icons.tsx';
import { FolderIcon, UploadIcon } from '../parts/icons.tsx';
import { FileCard } from './file-card.tsx';
import { FileDialog } from './file-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { useMediaSource, type LibraryQuery } from './media-source.ts';
import { UploadList } from './upload-list.tsx';
import { chooseFiles, useFileDrop } from './use-file-drop.ts';
import { useLibrary, type LibraryFiles } from './use-library.ts';
import { useUploads } from './use-uploads.ts';
import styles from './library.module.css';

interface LibraryProps {
  readonly query: LibraryQuery;
  readonly onQuery: (query: LibraryQuery) => void;
  /** Media types such as `image/`; empty for all. */
  readonly types: readonly string[];
  readonly selected: readonly MediaFile[];
  readonly onSelect: (files: readonly MediaFile[]) => void;
  readonly isMultiple: boolean;
  /** Actions on the selected files. */
  readonly actions?: (library: LibraryFiles) => ReactNode;
}

export function Library({
  query,
  onQuery,
  types,
  selected,
  onSelect,
  isMultiple,
  actions,
}: LibraryProps): ReactNode {
  const t = useT();
  const source = useMediaSource();
  const { mayAdd, mayChange } = source;
  const toast = useToast();
  const library = useLibrary(query, types);
  const [shown, setShown] = useState<MediaFile | null>(null);
  const uploads = useUploads(types, (file) => {
    library.refresh();
    onSelect(isMultiple ? [...selected, file] : [file]);
  });
  const add = (files: readonly File[]): void => uploads.add(files, query.folder);
  const drop = useFileDrop(mayAdd ? add : null);
  const toggle = (file: MediaFile): void => {
    const others = selected.filter(({ id }) => id !== file.id);
    if (others.length < selected.length) onSelect(others);
    else onSelect(isMultiple ? [...selected, file] : [file]);
  };
  const describe = async (file: MediaFile, alternativeText: string): Promise<void> => {
    try {
      const { id, name, caption, focalPoint } = file;
      library.update(await source.change(id, { name, caption, focalPoint, alternativeText }));
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('unreachable.text') });
    }
  };
  const { items: files, isBusy, hasFailed } = library;
  return (
    <div
      className={classNames(styles.library, drop.isOver && styles.over)}
      data-library
      {...drop.props}
    >
      <div className={styles.tools}>
        <label className={styles.search}>
          <SearchIcon />
          <input
            type="search"
            data-library-search
            aria-label={t('media.find')}
            placeholder={t('media.find')}
            value={query.text}
            onChange={(event) => onQuery({ ...query, text: event.currentTarget.value })}
          />
        </label>
        <label className={styles.toggle}>
          <input
            type="checkbox"
            checked={query.isUntitled}
            onChange={(event) => onQuery({ ...query, isUntitled: event.currentTarget.checked })}
          />
          {t('media.withoutText')}
        </label>
        {mayAdd ? (
          <>
            <FolderDialog parent={query.folder} onCreated={library.refresh} />
            <Button
              variant="primary"
              icon={UploadIcon}
              onPress={() => chooseFiles({ types, isMultiple: true, onFiles: add })}
            >
              {t('media.upload')}
            </Button>
          </>
        ) : null}
      </div>
      <Folders query={query} onQuery={onQuery} library={library} />
      {actions?.(library)}
      <UploadList {...uploads} />
      {files.length > 0 ? (
        <ul className={styles.grid} aria-label={t('media.files')} onKeyDown={moveFocus}>
          {files.map((file) => (
            <FileCard
              key={file.id}
              file={file}
              isSelected={selected.some(({ id }) => id === file.id)}
              onToggle={() => toggle(file)}
              onOpen={() => setShown(file)}
              onDescribe={
                query.isUntitled && mayChange ? (text) => void describe(file, text) : null
              }
            />
          ))}
        </ul>
      ) : null}
      {files.length < library.total ? (
        <Button className={styles.more} onPress={library.more} isDisabled={isBusy}>
          {t('media.more', { count: library.total - files.length })}
        </Button>
      ) : null}
      {files.length === 0 && !isBusy && !hasFailed ? (
        <p className={styles.empty}>
          {t(query.text === '' && !query.isUntitled ? 'media.empty' : 'list.noneFound')}
        </p>
      ) : null}
      {hasFailed ? (
        <p className={styles.empty} role="alert">
          {t('failure.title')}{' '}
          <Button size="small" onPress={library.refresh}>
            {t('again')}
          </Button>
        </p>
      ) : null}
      <FileDialog file={shown} onClose={() => setShown(null)} onChanged={library.update} />
    </div>
  );
}

function Folders({
  query,
  onQuery,
  library,
}: Pick<LibraryProps, 'query' | 'onQuery'> & { readonly library: LibraryFiles }): ReactNode {
  const t = useT();
  const { folders } = library;
  const trail = folderTrail(folders, query.folder);
  const children = query.folder === null ? folders : (trail.at(-1)?.children ?? []);
  const open = (folder: number | null): void => onQuery({ ...query, folder, text: '' });
  if (folders.length === 0 || query.text !== '' || query.isUntitled) return null;
  return (
    <nav className={styles.folders} aria-label={t('media.folders')}>
      {query.folder === null ? null : (
        <p className={styles.trail}>
          <button type="button" onClick={() => open(null)}>
            {t('media.title')}
          </button>
          {trail.map(({ id, name }) => (
            <span key={id}>
              <ChevronRightIcon size={12} />
              <button
                type="button"
                onClick={() => open(id)}
                {...(id === query.folder ? { 'aria-current': 'true' as const } : {})}
              >
                {name}
              </button>
            </span>
          ))}
        </p>
      )}
      {children.length > 0 ? (
        <ul>
          {children.map(({ id, name }) => (
            <li key={id}>
              <button type="button" className={styles.folder} onClick={() => open(id)}>
                <FolderIcon />
                {name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </nav>
  );
}

/** Arrow keys move between cards in visual order. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-card]')];
  const index = cards.findIndex((each) => each === document.activeElement);
  const first = cards[0];
  if (index === -1 || !first) return;
  const columns = cards.filter(({ offsetTop }) => offsetTop === first.offsetTop).length;
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  cards[index + step]?.focus();
}
