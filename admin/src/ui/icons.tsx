// Icons of the interface. They are decorative: adjacent text describes the action.
import type { ComponentType, ReactNode } from 'react';
import AdjustmentsShape from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import AlertShape from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import ArrowDownShape from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import ArrowUpShape from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import BookmarkShape from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import CalendarShape from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import CheckShape from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import ChevronDownShape from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import ChevronLeftShape from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import ChevronRightShape from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import CloseShape from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import CloudOffShape from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import ColumnsShape from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import DotsShape from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import EntryShape from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import EyeShape from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import FilterShape from '@tabler/icons-react/dist/esm/icons/IconFilter2.mjs';
import LayersShape from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import LinkShape from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import LockShape from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import MenuShape from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import MoonShape from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import PageShape from '@tabler/icons-react/dist/esm/icons/IconAppWindow.mjs';
import PictureShape from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import PlusShape from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import RefreshShape from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import SearchShape from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import SignOutShape from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import SunShape from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import TrashShape from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';

type Shape = ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;

export type Icon = (props: IconProps) => ReactNode;

interface IconProps {
  /** In pixels; default: 16. */
  readonly size?: number;
}

/** Creates an icon component from a shape. */
export function iconOf(Drawn: Shape): Icon {
  return function IconOfShape({ size = 16 }: IconProps) {
    return <Drawn size={size} stroke={1.6} aria-hidden="true" />;
  };
}

export const AdjustmentsIcon: Icon = iconOf(AdjustmentsShape);
export const AlertIcon: Icon = iconOf(AlertShape);
export const ArrowDownIcon: Icon = iconOf(ArrowDownShape);
export const ArrowUpIcon: Icon = iconOf(ArrowUpShape);
export const BookmarkIcon: Icon = iconOf(BookmarkShape);
export const CalendarIcon: Icon = iconOf(CalendarShape);
export const CheckIcon: Icon = iconOf(CheckShape);
export const ChevronDownIcon: Icon = iconOf(ChevronDownShape);
export const ChevronLeftIcon: Icon = iconOf(ChevronLeftShape);
export const ChevronRightIcon: Icon = iconOf(ChevronRightShape);
export const CloseIcon: Icon = iconOf(CloseShape);
export const CloudOffIcon: Icon = iconOf(CloudOffShape);
export const ColumnsIcon: Icon = iconOf(ColumnsShape);
export const DotsIcon: Icon = iconOf(DotsShape);
export const EntryIcon: Icon = iconOf(EntryShape);
export const EyeIcon: Icon = iconOf(EyeShape);
export const FilterIcon: Icon = iconOf(FilterShape);
export const LayersIcon: Icon = iconOf(LayersShape);
export const LinkIcon: Icon = iconOf(LinkShape);
export const LockIcon: Icon = iconOf(LockShape);
export const MenuIcon: Icon = iconOf(MenuShape);
export const MoonIcon: Icon = iconOf(MoonShape);
export const PageIcon: Icon = iconOf(PageShape);
export const PictureIcon: Icon = iconOf(PictureShape);
export const PlusIcon: Icon = iconOf(PlusShape);
export const RefreshIcon: Icon = iconOf(RefreshShape);
export const SearchIcon: Icon = iconOf(SearchShape);
export const SignOutIcon: Icon = iconOf(SignOutShape);
export const SunIcon: Icon = iconOf(SunShape);
export const TrashIcon: Icon = iconOf(TrashShape);
