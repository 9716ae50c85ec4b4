// Icons of field controls, loaded with them.
import AudioShape from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';
import FileShape from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import FolderAddShape from '@tabler/icons-react/dist/esm/icons/IconFolderPlus.mjs';
import FolderShape from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs';
import FoldShape from '@tabler/icons-react/dist/esm/icons/IconFold.mjs';
import GripShape from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import PencilShape from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import UnfoldShape from '@tabler/icons-react/dist/esm/icons/IconArrowsVertical.mjs';
import UploadShape from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import VideoShape from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import { iconOf, type Icon } from '../../ui/icons.tsx';

export const AudioIcon: Icon = iconOf(AudioShape);
export const FileIcon: Icon = iconOf(FileShape);
export const FolderAddIcon: Icon = iconOf(FolderAddShape);
export const FolderIcon: Icon = iconOf(FolderShape);
export const FoldIcon: Icon = iconOf(FoldShape);
export const GripIcon: Icon = iconOf(GripShape);
export const PencilIcon: Icon = iconOf(PencilShape);
export const UnfoldIcon: Icon = iconOf(UnfoldShape);
export const UploadIcon: Icon = iconOf(UploadShape);
export const VideoIcon: Icon = iconOf(VideoShape);
