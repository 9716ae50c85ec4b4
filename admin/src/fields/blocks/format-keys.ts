// Keyboard shortcuts of the toolbar.
import { keymap } from 'prosemirror-keymap';
import type { Command, Plugin } from 'prosemirror-state';
import { setBlock, toggleFlag } from './commands.ts';
import { toggleList } from './list-format.ts';
import type { BlockType, Flag } from './selection-state.ts';
import { BLOCK_KEYS, FLAG_KEYS, toProseMirrorKey } from './shortcuts.ts';

export function formatKeys(): Plugin {
  const keys: Record<string, Command> = {};
  for (const [flag, key] of Object.entries(FLAG_KEYS))
    keys[toProseMirrorKey(key)] = toggleFlag(flag as Flag);
  for (const [type, key] of Object.entries(BLOCK_KEYS)) {
    const block = type as BlockType;
    const isList = block === 'ordered' || block === 'unordered';
    keys[toProseMirrorKey(key)] = isList ? toggleList(block) : setBlock(block);
  }
  return keymap(keys);
}
