// What the blocks editor loads after its first paint: keys of the toolbar, Markdown and slashes that are typed, pastes and drops,
// and their cursors.
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import type { Plugin } from 'prosemirror-state';
import { formatKeys } from './format-keys.ts';
import { transferPlugin, type TransferOptions } from './paste.ts';
import { slashMenu } from './slash-menu.ts';
import { typingRules } from './typing-rules.ts';

/** What the plugins need. */
export interface LateOptions extends TransferOptions {
  /** A slash was typed into an empty paragraph. */
  readonly onSlash: (paragraph: Element) => void;
  /** A paste became plain text, or a drop was lost, because the plugins could not be loaded. */
  readonly onNotLoaded: () => void;
}

/** Returns the plugins. @param options Returns what is needed now */
export function latePlugins(options: () => LateOptions, isPlain: () => boolean): readonly Plugin[] {
  return [
    formatKeys(),
    typingRules(),
    transferPlugin(options, isPlain),
    slashMenu((paragraph) => options().onSlash(paragraph)),
    gapCursor(),
    dropCursor({ class: 'drop-cursor' }),
  ];
}
