// Icons of field kinds in the type builder.
import AlignLeftShape from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs';
import ArrowsLeftRightShape from '@tabler/icons-react/dist/esm/icons/IconArrowsLeftRight.mjs';
import AtShape from '@tabler/icons-react/dist/esm/icons/IconAt.mjs';
import BlockquoteShape from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs';
import BracesShape from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import CalendarShape from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import CalendarTimeShape from '@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs';
import ClockShape from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import DecimalShape from '@tabler/icons-react/dist/esm/icons/IconDecimal.mjs';
import HashShape from '@tabler/icons-react/dist/esm/icons/IconHash.mjs';
import LayoutListShape from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import LinkShape from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import ListShape from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import MarkdownShape from '@tabler/icons-react/dist/esm/icons/IconMarkdown.mjs';
import MathFunctionShape from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs';
import Number123Shape from '@tabler/icons-react/dist/esm/icons/IconNumber123.mjs';
import PasswordShape from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import PhotoShape from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import PuzzleShape from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs';
import ToggleLeftShape from '@tabler/icons-react/dist/esm/icons/IconToggleLeft.mjs';
import TypographyShape from '@tabler/icons-react/dist/esm/icons/IconTypography.mjs';
import { iconOf, type Icon } from '../../ui/icons.tsx';

/** Icons by attribute type. */
export const KIND_ICONS = {
  string: iconOf(TypographyShape),
  text: iconOf(AlignLeftShape),
  richtext: iconOf(MarkdownShape),
  blocks: iconOf(BlockquoteShape),
  email: iconOf(AtShape),
  password: iconOf(PasswordShape),
  uid: iconOf(LinkShape),
  integer: iconOf(Number123Shape),
  biginteger: iconOf(HashShape),
  decimal: iconOf(DecimalShape),
  float: iconOf(MathFunctionShape),
  boolean: iconOf(ToggleLeftShape),
  date: iconOf(CalendarShape),
  time: iconOf(ClockShape),
  datetime: iconOf(CalendarTimeShape),
  enumeration: iconOf(ListShape),
  json: iconOf(BracesShape),
  relation: iconOf(ArrowsLeftRightShape),
  media: iconOf(PhotoShape),
  component: iconOf(PuzzleShape),
  dynamiczone: iconOf(LayoutListShape),
} as const satisfies Readonly<Record<string, Icon>>;
