// Plugins that are loaded after the first paint: toolbar shortcuts, typed Markdown and slashes, pastes, drops and cursors.
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import type { Plugin } from 'prosemirror-state';
import { formatKeys } from './format-keys.ts';
import { transferPlugin, type TransferOptions } from './paste.ts';
import { slashMenu } from './slash-menu.ts';
import { typingRules } from './typing-rules.ts';

export interface DeferredPluginOptions extends TransferOptions {
  /** Called for a slash in an empty paragraph. Returns false to type it. */
  readonly onSlash: (paragraph: Element) => boolean;
  /** Called if the plugins could not be loaded; pastes and drops were inserted as plain text, without files. */
  readonly onLoadError: () => void;
}

/** Creates the plugins. @param options Returns the current options */
export function deferredPlugins(
  options: () => DeferredPluginOptions,
  isPlain: () => boolean,
): readonly Plugin[] {
  return [
    formatKeys(),
    typingRules(),
    transferPlugin(options, isPlain),
    slashMenu((paragraph) => options().onSlash(paragraph)),
    gapCursor(),
    dropCursor({ class: 'drop-cursor' }),
  ];
}
