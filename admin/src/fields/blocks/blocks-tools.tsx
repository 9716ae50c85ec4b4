// Tools of the blocks editor: toolbar, block menu, link panel, and image dialog.
import { useDeferredValue, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isJsonObject, type Json } from '../../base/json.ts';
import { useT } from '../../base/i18n.tsx';
import { textOfBlock } from '../../model/blocks.ts';
import { afterOverlay } from '../../ui/after-overlay.ts';
import { LinkIcon, PictureIcon } from '../../ui/icons.tsx';
import { FloatingMenu, MenuItem } from '../../ui/menu.tsx';
import { useMediaSource } from '../media/media-source.ts';
import { countWords } from '../writing/count-words.ts';
import {
  BoldIcon,
  CodeIcon,
  ItalicIcon,
  ListIcon,
  OrderedIcon,
  QuoteIcon,
  StrikethroughIcon,
  UnderlineIcon,
} from '../writing/icons.tsx';
import { LinkPanel } from '../writing/link-panel.tsx';
import { PictureDialog } from '../writing/picture-dialog.tsx';
import { Toolbar, type Tool } from '../writing/toolbar.tsx';
import { insertImage, removeLink, setBlock, setLink, toggleFlag } from './commands.ts';
import { toggleList } from './list-format.ts';
import { isLinkAddress } from './schema.ts';
import type { BlockType, SelectionState } from './selection-state.ts';
import { BLOCK_KEYS, FLAG_KEYS, LINK_KEY } from './shortcuts.ts';
import { useBlockNames } from './use-block-names.ts';

/** Open overlay. */
export type OpenTool = 'link' | 'library' | 'blocks' | null;

export interface BlocksToolsProps {
  /** Label of the field. */
  readonly label: string;
  readonly value: Json;
  readonly view: RefObject<EditorView | null>;
  readonly selection: SelectionState;
  /** Paragraph in which a slash was typed, the anchor of the block menu. */
  readonly slash: RefObject<Element | null>;
  readonly open: OpenTool;
  readonly onOpen: (tool: OpenTool) => void;
}

export function BlocksTools(props: BlocksToolsProps): ReactNode {
  const { label, value, view, selection, slash, open, onOpen } = props;
  const t = useT();
  const media = useMediaSource();
  const names = useBlockNames();
  /** True if the block menu closes to open the library. */
  const isLibraryNext = useRef(false);
  const apply = (command: Command): void => {
    const editor = view.current;
    if (editor) command(editor.state, editor.dispatch, editor);
  };
  const run = (command: Command): void => {
    apply(command);
    view.current?.focus();
  };
  /** Closes a menu or dialog and focuses the text. */
  const close = (command?: Command): void => {
    afterOverlay(() => view.current?.focus());
    onOpen(null);
    if (command) apply(command);
  };
  const words = useWordCount(value);
  const flag = (name: keyof typeof FLAG_KEYS, text: string, icon: Tool['icon']): Tool => ({
    label: text,
    keys: FLAG_KEYS[name],
    icon,
    isOn: selection.flags.includes(name),
    onUse: () => run(toggleFlag(name)),
  });
  const block = (type: BlockType, icon: Tool['icon'], command: Command): Tool => ({
    label: names[type],
    keys: BLOCK_KEYS[type],
    icon,
    isOn: selection.block === type,
    onUse: () => run(command),
  });
  const tools: readonly (readonly Tool[])[] = [
    [
      flag('bold', t('writing.bold'), BoldIcon),
      flag('italic', t('writing.italic'), ItalicIcon),
      flag('underline', t('writing.underline'), UnderlineIcon),
      flag('strikethrough', t('writing.strikethrough'), StrikethroughIcon),
      flag('code', t('writing.code'), CodeIcon),
      {
        label: t('writing.link'),
        keys: LINK_KEY,
        icon: LinkIcon,
        isOn: selection.link !== null,
        onUse: () => onOpen('link'),
      },
    ],
    [
      block('unordered', ListIcon, toggleList('unordered')),
      block('ordered', OrderedIcon, toggleList('ordered')),
      block('quote', QuoteIcon, setBlock(selection.block === 'quote' ? 'paragraph' : 'quote')),
      {
        label: t('writing.image'),
        keys: '',
        icon: PictureIcon,
        isOn: null,
        onUse: () => onOpen('library'),
      },
    ],
  ];
  const choices = Object.entries(names).map(([id, text]) => ({
    id,
    label: text,
    keys: BLOCK_KEYS[id as BlockType],
  }));
  return (
    <>
      <Toolbar
        field={label}
        blocks={choices}
        block={selection.block}
        onBlock={(id) => close(setBlock(id as BlockType))}
        tools={tools}
        words={words}
      />
      {open === 'blocks' ? (
        <FloatingMenu
          label={t('writing.block')}
          trigger={slash}
          placement="bottom start"
          onClose={() => {
            if (!isLibraryNext.current) close();
            isLibraryNext.current = false;
          }}
        >
          {choices.map(({ id, label: text, keys }) => (
            <MenuItem key={id} note={keys} onAction={() => close(setBlock(id as BlockType))}>
              {text}
            </MenuItem>
          ))}
          <MenuItem
            onAction={() => {
              isLibraryNext.current = true;
              onOpen('library');
            }}
          >
            {t('writing.image')}
          </MenuItem>
        </FloatingMenu>
      ) : null}
      {open === 'link' ? (
        <LinkPanel
          url={selection.link ?? ''}
          isAddress={isLinkAddress}
          onSet={(url) => close(setLink(url))}
          onRemove={() => close(removeLink)}
          onClose={() => close()}
        />
      ) : null}
      {open === 'library' ? (
        <PictureDialog
          label={label}
          onClose={() => close()}
          onChosen={(file) => {
            close();
            if (!file) return;
            void media.pictureBlock(file.id).then((image) => run(insertImage(image)));
          }}
        />
      ) : null}
    </>
  );
}

/** Caches counts of unchanged blocks. */
const counts = new WeakMap<object, number>();

function useWordCount(value: Json): number {
  const shown = useDeferredValue(value);
  return useMemo(
    () =>
      (Array.isArray(shown) ? (shown as readonly Json[]) : []).reduce<number>((sum, block) => {
        if (!isJsonObject(block) || block['type'] === 'image') return sum;
        const count = counts.get(block) ?? countWords(textOfBlock(block));
        counts.set(block, count);
        return sum + count;
      }, 0),
    [shown],
  );
}
