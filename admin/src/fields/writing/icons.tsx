// Icons of text editor toolbars.
import BoldShape from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import ItalicShape from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import UnderlineShape from '@tabler/icons-react/dist/esm/icons/IconUnderline.mjs';
import StrikethroughShape from '@tabler/icons-react/dist/esm/icons/IconStrikethrough.mjs';
import CodeShape from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import ListShape from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import OrderedShape from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import QuoteShape from '@tabler/icons-react/dist/esm/icons/IconQuote.mjs';
import { iconOf, type Icon } from '../../ui/icons.tsx';

export const BoldIcon: Icon = iconOf(BoldShape);
export const ItalicIcon: Icon = iconOf(ItalicShape);
export const UnderlineIcon: Icon = iconOf(UnderlineShape);
export const StrikethroughIcon: Icon = iconOf(StrikethroughShape);
export const CodeIcon: Icon = iconOf(CodeShape);
export const ListIcon: Icon = iconOf(ListShape);
export const OrderedIcon: Icon = iconOf(OrderedShape);
export const QuoteIcon: Icon = iconOf(QuoteShape);
