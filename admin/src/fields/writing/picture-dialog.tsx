// Dialog to select an image of the media library, which is loaded on first use.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import type { MediaFile } from '../../model/files.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';

const PICTURES = ['image/'];

const dialog = loadedControl(
  async () => (await import('../media/library-dialog.tsx')).LibraryDialog,
);

interface PictureDialogProps {
  /** Label of the field. */
  readonly label: string;
  readonly onClose: () => void;
  readonly onChosen: (file: MediaFile | undefined) => void;
}

export function PictureDialog({ label, onClose, onChosen }: PictureDialogProps): ReactNode {
  const t = useT();
  const LibraryDialog = useLoadedControl(dialog);
  return LibraryDialog ? (
    <LibraryDialog
      title={t('media.chooseFor', { field: label })}
      types={PICTURES}
      isMultiple={false}
      onClose={onClose}
      onChosen={([file]) => onChosen(file)}
    />
  ) : null;
}
