// Editor keys of text and lists. Others are left to the form: `Ctrl+S`, `Ctrl+Enter`, `Alt` with arrows.
import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Plugin } from 'prosemirror-state';
import { breakLine, breakLineOrLeave, paragraphAtStart } from './line-commands.ts';
import { indentItems, leaveListAtStart, outdentItems, splitItem } from './list-commands.ts';

/** Creates the plugins. @param onLink Opens the link panel; returns false if it is not loaded */
export function keyPlugins(onLink: () => boolean): readonly Plugin[] {
  // Saves the entry; ProseMirror would leave a code block.
  const { 'Mod-Enter': _, ...base } = baseKeymap;
  return [
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      Enter: chainCommands(splitItem, breakLineOrLeave),
      'Shift-Enter': breakLine,
      Tab: indentItems,
      'Shift-Tab': outdentItems,
      Backspace: chainCommands(leaveListAtStart, paragraphAtStart),
      'Mod-k': onLink,
    }),
    keymap(base),
  ];
}
