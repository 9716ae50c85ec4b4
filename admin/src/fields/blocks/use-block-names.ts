// Translated names of block types.
import { useT } from '../../base/i18n.tsx';
import type { BlockType } from './selection-state.ts';

/** Returns the names in menu order. */
export function useBlockNames(): Readonly<Record<BlockType, string>> {
  const t = useT();
  const heading = (level: number): string => t('writing.heading', { level });
  return {
    paragraph: t('writing.paragraph'),
    heading1: heading(1),
    heading2: heading(2),
    heading3: heading(3),
    heading4: heading(4),
    heading5: heading(5),
    heading6: heading(6),
    unordered: t('writing.unordered'),
    ordered: t('writing.ordered'),
    quote: t('writing.quote'),
    code: t('writing.codeBlock'),
  };
}
