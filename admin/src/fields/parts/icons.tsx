// Icons that only controls of fields use; they are loaded with them.
import FoldShape from '@tabler/icons-react/dist/esm/icons/IconFold.mjs';
import GripShape from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import UnfoldShape from '@tabler/icons-react/dist/esm/icons/IconArrowsVertical.mjs';
import { iconOf, type Icon } from '../../ui/icons.tsx';

export const FoldIcon: Icon = iconOf(FoldShape);
export const GripIcon: Icon = iconOf(GripShape);
export const UnfoldIcon: Icon = iconOf(UnfoldShape);
