// Plugins that are loaded after the first paint: toolbar shortcuts, typed Markdown and slashes, pastes, drops and cursors.
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import type { Plugin } from 'prosemirror-state';
import { formatKeys } from './format-keys.ts';
import { transferPlugin, type TransferOptions } from './paste.ts';
import { slashMenu } from './slash-menu.ts';
import { typingRules } from './typing-rules.ts';

/** Options of the plugins. */
export interface LateOptions extends TransferOptions {
  /** Called for a slash in an empty paragraph. */
  readonly onSlash: (paragraph: Element) => void;
  /** Called if the plugins could not be loaded, so that a paste became plain text or a drop was lost. */
  readonly onNotLoaded: () => void;
}

/** Creates the plugins. @param options Returns the current options */
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
