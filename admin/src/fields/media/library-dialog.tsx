// Dialog of a field to select files of the media library.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import type { MediaFile } from '../../model/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Library } from './library.tsx';

interface LibraryDialogProps {
  readonly title: string;
  readonly types: readonly string[];
  readonly isMultiple: boolean;
  readonly onClose: () => void;
  readonly onChosen: (files: readonly MediaFile[]) => void;
}

export function LibraryDialog({
  title,
  types,
  isMultiple,
  onClose,
  onChosen,
}: LibraryDialogProps): ReactNode {
  const t = useT();
  const [query, setQuery] = useState({
    text: '',
    folder: null as number | null,
    isUntitled: false,
  });
  const [selected, setSelected] = useState<readonly MediaFile[]>([]);
  return (
    <Dialog
      title={title}
      size="full"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={selected.length === 0}
            onPress={() => onChosen(selected)}
          >
            {t('media.use', { count: selected.length })}
          </Button>
        </>
      }
    >
      <Library
        query={query}
        onQuery={setQuery}
        types={types}
        selected={selected}
        onSelect={setSelected}
        isMultiple={isMultiple}
      />
    </Dialog>
  );
}
