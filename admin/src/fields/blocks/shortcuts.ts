// Displayed keyboard shortcuts of the blocks editor.
import type { BlockType, Flag } from './selection-state.ts';

/** Shortcuts of the marks. */
export const FLAG_KEYS: Readonly<Record<Flag, string>> = {
  bold: 'Ctrl+B',
  italic: 'Ctrl+I',
  underline: 'Ctrl+U',
  strikethrough: 'Ctrl+Shift+X',
  code: 'Ctrl+E',
};

/** Shortcuts of the block types. */
export const BLOCK_KEYS: Readonly<Record<BlockType, string>> = {
  paragraph: 'Ctrl+Alt+0',
  heading1: 'Ctrl+Alt+1',
  heading2: 'Ctrl+Alt+2',
  heading3: 'Ctrl+Alt+3',
  heading4: 'Ctrl+Alt+4',
  heading5: 'Ctrl+Alt+5',
  heading6: 'Ctrl+Alt+6',
  ordered: 'Ctrl+Shift+7',
  unordered: 'Ctrl+Shift+8',
  quote: 'Ctrl+Shift+9',
  code: 'Ctrl+Alt+C',
};

/** Shortcut of links. */
export const LINK_KEY = 'Ctrl+K';

/** Converts a shortcut to the notation of ProseMirror. */
export function toProseMirrorKey(shortcut: string): string {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  return [...parts.map((part) => (part === 'Ctrl' ? 'Mod' : part)), key.toLowerCase()].join('-');
}
