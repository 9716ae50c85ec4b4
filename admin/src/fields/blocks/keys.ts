// Editor keys of text and lists. Others are left to the form: `Ctrl+S`, `Ctrl+Enter`, `Alt` with arrows.
import {
  chainCommands,
  createParagraphNear,
  deleteSelection,
  joinBackward,
  joinForward,
  selectAll,
  selectNodeBackward,
  selectNodeForward,
  splitBlock,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Command, Plugin } from 'prosemirror-state';
import { adoptBrowserSelection } from './browser-selection.ts';
import { breakLine, breakLineOrLeave, paragraphAtStart } from './line-commands.ts';
import { indentItems, leaveListAtStart, outdentItems, splitItem } from './list-commands.ts';

/** Creates the plugin. @param onLink Opens the link panel */
export function textKeys(onLink: () => void): Plugin {
  const deleteBackward = chainCommands(deleteSelection, joinBackward, selectNodeBackward);
  const deleteForward = chainCommands(deleteSelection, joinForward, selectNodeForward);
  const backspace = chainCommands(leaveListAtStart, paragraphAtStart, deleteBackward);
  const openLink: Command = (...[, , view]) => {
    if (view) adoptBrowserSelection(view);
    onLink();
    return true;
  };
  return keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-a': selectAll,
    Enter: chainCommands(splitItem, breakLineOrLeave, createParagraphNear, splitBlock),
    'Shift-Enter': breakLine,
    Tab: indentItems,
    'Shift-Tab': outdentItems,
    Backspace: backspace,
    'Shift-Backspace': deleteBackward,
    'Mod-Backspace': deleteBackward,
    Delete: deleteForward,
    'Mod-Delete': deleteForward,
    'Mod-k': openLink,
  });
}
