// Keys of the blocks editor. What is not here belongs to the form: `Ctrl+S`, `Ctrl+Enter`, `Alt` with arrows.
import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Command, Plugin } from 'prosemirror-state';
import { adoptBrowserSelection } from './browser-selection.ts';
import {
  breakLine,
  breakLineOrLeave,
  paragraphAtStart,
  setBlock,
  toggleFlag,
  type BlockType,
  type Flag,
} from './commands.ts';
import {
  indentItems,
  leaveListAtStart,
  outdentItems,
  splitItem,
  toggleList,
} from './list-commands.ts';

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

/** Returns the plugins. @param onLink Opens the panel of links */
export function keyPlugins(onLink: () => void): readonly Plugin[] {
  const keys: Record<string, Command> = {
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    Enter: chainCommands(splitItem, breakLineOrLeave),
    'Shift-Enter': breakLine,
    Tab: indentItems,
    'Shift-Tab': outdentItems,
    Backspace: chainCommands(leaveListAtStart, paragraphAtStart),
    [written(LINK_KEY)]: (...[, , view]) => {
      if (view) adoptBrowserSelection(view);
      onLink();
      return true;
    },
  };
  for (const [flag, key] of Object.entries(FLAG_KEYS))
    keys[written(key)] = toggleFlag(flag as Flag);
  for (const [type, key] of Object.entries(BLOCK_KEYS)) {
    const block = type as BlockType;
    const isList = block === 'ordered' || block === 'unordered';
    keys[written(key)] = isList ? toggleList(block) : setBlock(block);
  }
  // It saves the entry, and would leave code here.
  const { 'Mod-Enter': _, ...base } = baseKeymap;
  return [keymap(keys), keymap(base)];
}

/** A shortcut as ProseMirror writes it. */
function written(shortcut: string): string {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  return [...parts.map((part) => (part === 'Ctrl' ? 'Mod' : part)), key.toLowerCase()].join('-');
}
