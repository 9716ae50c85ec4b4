// Button with a dialog that creates a folder.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { FolderAddIcon } from '../parts/icons.tsx';
import { useMediaSource } from './media-source.ts';

interface FolderDialogProps {
  /** Folder id; null for the root. */
  readonly parent: number | null;
  readonly onCreated: () => void;
}

export function FolderDialog({ parent, onCreated }: FolderDialogProps): ReactNode {
  const t = useT();
  const source = useMediaSource();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [failure, setFailure] = useState('');
  const close = (): void => {
    setOpen(false);
    setName('');
    setFailure('');
  };
  const create = async (): Promise<void> => {
    try {
      await source.createFolder(name.trim(), parent);
      close();
      onCreated();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('unreachable.text'));
    }
  };
  return (
    <>
      <Button icon={FolderAddIcon} onPress={() => setOpen(true)}>
        {t('media.newFolder')}
      </Button>
      <Dialog
        title={t('media.newFolder')}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>{t('cancel')}</Button>
            <Button variant="primary" isDisabled={name.trim() === ''} onPress={() => void create()}>
              {t('media.createFolder')}
            </Button>
          </>
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void create();
          }}
        >
          <Field label={t('media.folderName')} issues={failure === '' ? [] : [failure]}>
            {(control) => (
              <input
                {...control}
                className={inputClass}
                autoFocus
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
        </form>
      </Dialog>
    </>
  );
}
