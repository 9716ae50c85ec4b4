// Dialog that chooses a picture of the library for a text.
import type { ReactNode } from 'react';
import { useT } from '../../base/words.tsx';
import type { MediaFile } from '../../model/files.ts';
import { LibraryDialog } from '../media/library-dialog.tsx';

const PICTURES = ['image/'];

interface PictureDialogProps {
  /** Label of the field. */
  readonly label: string;
  readonly onClose: () => void;
  readonly onChosen: (file: MediaFile | undefined) => void;
}

/** An open dialog. */
export function PictureDialog({ label, onClose, onChosen }: PictureDialogProps): ReactNode {
  const t = useT();
  return (
    <LibraryDialog
      title={t('media.chooseFor', { field: label })}
      types={PICTURES}
      isMultiple={false}
      onClose={onClose}
      onChosen={([file]) => onChosen(file)}
    />
  );
}
