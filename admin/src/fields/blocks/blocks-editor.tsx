// Editor of blocks: text with headings, lists, quotes, code, links and pictures.
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Command } from 'prosemirror-state';
import { isJsonObject, type Json } from '../../base/json.ts';
import { useT } from '../../base/words.tsx';
import { textOfBlock } from '../../model/blocks.ts';
import { afterOverlay } from '../../ui/after-overlay.ts';
import { classNames } from '../../ui/class-names.ts';
import { LinkIcon, PictureIcon } from '../../ui/icons.tsx';
import { FloatingMenu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { EditProps } from '../field-kind.ts';
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
import {
  insertImage,
  removeLink,
  setBlock,
  setLink,
  toggleFlag,
  type BlockType,
} from './commands.ts';
import { BLOCK_KEYS, FLAG_KEYS, LINK_KEY } from './keys.ts';
import { toggleList } from './list-commands.ts';
import { isLinkAddress } from './schema.ts';
import { useBlockNames } from './use-block-names.ts';
import { useBlocksView } from './use-blocks-view.ts';
import styles from './blocks.module.css';

/** What is open over the text. */
type Open = 'link' | 'library' | 'blocks' | null;

/** The control. */
export function BlocksEditor(props: EditProps): ReactNode {
  const { field, value, control, isReadOnly, onChange } = props;
  const t = useT();
  const showToast = useToast();
  const media = useMediaSource();
  const names = useBlockNames();
  const [open, setOpen] = useState<Open>(null);
  const paragraph = useRef<Element | null>(null);
  /** The menu of blocks leads to the library. */
  const isLibraryNext = useRef(false);
  const { element, view, selection, isEmpty } = useBlocksView({
    value,
    control,
    isReadOnly,
    isRequired: field.attribute.isRequired,
    onChange,
    onLink: () => setOpen('link'),
    onSlash: (at) => {
      paragraph.current = at;
      setOpen('blocks');
    },
    upload: media.mayAdd
      ? async (file) => {
          const { signal } = new AbortController();
          const { id } = await media.upload(file, null, { signal, onProgress: () => undefined });
          return media.pictureBlock(id);
        }
      : null,
    onFailure: () => showToast({ text: t('writing.uploadFailed') }),
  });
  const apply = (command: Command): void => {
    const editor = view.current;
    if (editor) command(editor.state, editor.dispatch, editor);
  };
  const run = (command: Command): void => {
    apply(command);
    view.current?.focus();
  };
  /** Ends a menu or dialog: the text gets the focus. */
  const close = (command?: Command): void => {
    afterOverlay(() => view.current?.focus());
    setOpen(null);
    if (command) apply(command);
  };
  const words = useWords(value);
  const flag = (name: keyof typeof FLAG_KEYS, label: string, icon: Tool['icon']): Tool => ({
    label,
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
        onUse: () => setOpen('link'),
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
        onUse: () => setOpen('library'),
      },
    ],
  ];
  const choices = Object.entries(names).map(([id, label]) => ({
    id,
    label,
    keys: BLOCK_KEYS[id as BlockType],
  }));
  return (
    <div className={classNames(styles.blocks, isReadOnly && styles.readOnly)}>
      {isReadOnly ? null : (
        <Toolbar
          field={field.label}
          blocks={choices}
          block={selection.block}
          onBlock={(id) => close(setBlock(id as BlockType))}
          tools={tools}
          words={words}
        />
      )}
      <div
        className={styles.text}
        ref={element}
        {...(isEmpty && !isReadOnly ? { 'data-hint': field.placeholder || t('writing.hint') } : {})}
      />
      {open === 'blocks' ? (
        <FloatingMenu
          label={t('writing.block')}
          trigger={paragraph}
          placement="bottom start"
          onClose={() => {
            if (!isLibraryNext.current) close();
            isLibraryNext.current = false;
          }}
        >
          {choices.map(({ id, label, keys }) => (
            <MenuItem key={id} note={keys} onAction={() => close(setBlock(id as BlockType))}>
              {label}
            </MenuItem>
          ))}
          <MenuItem
            onAction={() => {
              isLibraryNext.current = true;
              setOpen('library');
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
          label={field.label}
          onClose={() => close()}
          onChosen={(file) => {
            close();
            if (!file) return;
            void media.pictureBlock(file.id).then((image) => run(insertImage(image)));
          }}
        />
      ) : null}
    </div>
  );
}

/** Blocks are not counted again until they change. */
const counts = new WeakMap<object, number>();

function useWords(value: Json): number {
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
