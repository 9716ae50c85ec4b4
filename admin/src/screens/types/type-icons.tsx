// Icons of the type builder.
import ArrowBackShape from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import CollectionShape from '@tabler/icons-react/dist/esm/icons/IconFiles.mjs';
import DownloadShape from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import PuzzleShape from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs';
import { iconOf, PageIcon, type Icon } from '../../ui/icons.tsx';
import type { ModelKind } from '../../model/types/draft.ts';

export const UndoIcon: Icon = iconOf(ArrowBackShape);
export const DownloadIcon: Icon = iconOf(DownloadShape);

/** Icons by kind of model. */
export const MODEL_ICONS: Readonly<Record<ModelKind, Icon>> = {
  collectionType: iconOf(CollectionShape),
  singleType: PageIcon,
  component: iconOf(PuzzleShape),
};
