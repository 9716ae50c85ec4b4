// Control of media fields: file cards, a drop zone, and the library dialog.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { acceptedTypes, filesOf, fileType, type MediaFile } from '../../model/files.ts';
import { moved } from '../../model/relations.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { EditProps } from '../field-kind.ts';
import { useFieldHost, useOwner } from '../field-host.ts';
import { Grip } from '../parts/grip.tsx';
import { UploadIcon } from '../parts/icons.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { sortedItem, useSorting } from '../parts/sortable.ts';
import { FileDialog } from './file-dialog.tsx';
import { FilePicture } from './file-picture.tsx';
import { LibraryDialog } from './library-dialog.tsx';
import { useMediaSource } from './media-source.ts';
import { UploadList } from './upload-list.tsx';
import { chooseFiles, useFileDrop } from './use-file-drop.ts';
import { useUploads } from './use-uploads.ts';
import styles from './media.module.css';

export function MediaEditor({ field, value, control, isReadOnly, onChange }: EditProps): ReactNode {
  const t = useT();
  const { mayAdd } = useMediaSource();
  const { store, fill } = useFieldHost();
  const owner = useOwner();
  const { isMultiple, allowedTypes, name } = field.attribute;
  const types = acceptedTypes(allowedTypes);
  const files = filesOf(value);
  const [isChoosing, setChoosing] = useState(false);
  const [shown, setShown] = useState<MediaFile | null>(null);
  const path = [...owner.path, name];
  const set = (next: readonly MediaFile[]): void => onChange(isMultiple ? next : (next[0] ?? null));
  const [list, sorting] = useSorting(files.length, (from, to) => set(moved(files, from, to)));
  const uploads = useUploads(types, (file) => {
    // Several uploads may finish one after another: each is appended to the current value.
    const current = filesOf(store.read(path));
    set(isMultiple ? [...current, file] : [file]);
  });
  const add = (chosen: readonly File[]): void =>
    uploads.add(isMultiple ? chosen : chosen.slice(0, 1), null);
  const mayUpload = mayAdd && !isReadOnly;
  const drop = useFileDrop(mayUpload ? add : null);
  const update = (file: MediaFile): void =>
    // Texts are properties of the file, not of the entry.
    fill(path, (before) => {
      const next = filesOf(before).map((each) => (each.id === file.id ? file : each));
      return isMultiple ? next : (next[0] ?? null);
    });
  const { id, ...described } = control;
  return (
    <div
      className={classNames(styles.media, drop.isOver && styles.over)}
      id={id}
      role="group"
      {...described}
      tabIndex={-1}
      data-field-media
      {...drop.props}
    >
      {files.length > 0 ? (
        <ul
          className={classNames(styles.files, isMultiple && styles.several)}
          ref={(element) => {
            list.current = element;
          }}
        >
          {files.map((file, index) => (
            <ChosenFile
              key={file.id}
              file={file}
              isReadOnly={isReadOnly}
              item={sorting.item(index)}
              handle={isMultiple && files.length > 1 ? sorting.handle(index) : null}
              onOpen={() => setShown(file)}
              onReplace={() => setChoosing(true)}
              onRemove={() => set(files.filter((each) => each !== file))}
            />
          ))}
        </ul>
      ) : null}
      <UploadList {...uploads} />
      {isReadOnly || (files.length > 0 && !isMultiple) ? null : (
        <div className={styles.empty}>
          {mayUpload ? <span>{t('media.dropHere')}</span> : null}
          <Button size="small" onPress={() => setChoosing(true)}>
            {t('media.choose')} <span className="visually-hidden">{field.label}</span>
          </Button>
          {mayUpload ? (
            <Button
              size="small"
              variant="quiet"
              icon={UploadIcon}
              onPress={() => chooseFiles({ types, isMultiple, onFiles: add })}
            >
              {t('media.upload')}
            </Button>
          ) : null}
        </div>
      )}
      {isChoosing ? (
        <LibraryDialog
          title={t('media.chooseFor', { field: field.label })}
          types={types}
          isMultiple={isMultiple}
          onClose={() => setChoosing(false)}
          onChosen={(chosen) => {
            setChoosing(false);
            const others = chosen.filter((each) => files.every((known) => known.id !== each.id));
            set(isMultiple ? [...files, ...others] : chosen);
          }}
        />
      ) : null}
      <FileDialog file={shown} onClose={() => setShown(null)} onChanged={update} />
    </div>
  );
}

interface ChosenFileProps {
  readonly file: MediaFile;
  readonly isReadOnly: boolean;
  readonly item: object;
  /** Null if there is nothing to sort. */
  readonly handle: object | null;
  readonly onOpen: () => void;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

function ChosenFile({
  file,
  isReadOnly,
  item,
  handle,
  onOpen,
  onReplace,
  onRemove,
}: ChosenFileProps): ReactNode {
  const t = useT();
  const lacksText = fileType(file) === 'image' && file.alternativeText === '';
  return (
    <li className={classNames(sortedItem('row'), styles.file)} {...item}>
      <FilePicture file={file} />
      <div className={styles.foot}>
        {handle === null || isReadOnly ? null : <Grip name={file.name} handle={handle} />}
        <span className={styles.text} data-lacking={lacksText || undefined}>
          {lacksText ? t('media.lacksText') : file.alternativeText || file.name}
        </span>
        <MoreMenu label={t('media.actions', { name: file.name })}>
          <MenuItem onAction={onOpen}>{t('media.details')}</MenuItem>
          {isReadOnly ? null : (
            <>
              {handle === null ? (
                <MenuItem onAction={onReplace}>{t('media.chooseOther')}</MenuItem>
              ) : null}
              <MenuLine />
              <MenuItem tone="bad" onAction={onRemove}>
                {t('media.removeFile')}
              </MenuItem>
            </>
          )}
        </MoreMenu>
      </div>
    </li>
  );
}
