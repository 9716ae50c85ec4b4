// Markdown editor: source text with highlighted syntax.
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { StateCommand } from '@codemirror/state';
import { useT } from '../../base/i18n.tsx';
import { afterOverlay } from '../../ui/after-overlay.ts';
import { LinkIcon, PictureIcon } from '../../ui/icons.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { EditProps } from '../field-kind.ts';
import { useMediaSource } from '../media/media-source.ts';
import { textOf } from '../text-kind.ts';
import { countWords } from '../writing/count-words.ts';
import {
  BoldIcon,
  CodeIcon,
  ItalicIcon,
  ListIcon,
  OrderedIcon,
  QuoteIcon,
  StrikethroughIcon,
} from '../writing/icons.tsx';
import { LinkPanel } from '../writing/link-panel.tsx';
import { PictureDialog } from '../writing/picture-dialog.tsx';
import { Toolbar, type Tool } from '../writing/toolbar.tsx';
import { insertLink, insertPicture, toggleAround, toggleStart } from './markdown-commands.ts';
import { runIn, useMarkdownView } from './use-markdown-view.ts';
import styles from './markdown.module.css';

interface MarkdownEditorProps extends EditProps {
  /** True if the text area that it replaces had the focus. */
  readonly hadFocus: () => boolean;
}

export function MarkdownEditor(props: MarkdownEditorProps): ReactNode {
  const { field, value, control, isReadOnly, onChange, hadFocus } = props;
  const t = useT();
  const showToast = useToast();
  const media = useMediaSource();
  const [open, setOpen] = useState<'link' | 'library' | null>(null);
  const upload = async (file: File): Promise<void> => {
    try {
      const { signal } = new AbortController();
      const added = await media.upload(file, null, { signal, onProgress: () => undefined });
      runIn(view.current, insertPicture(added.url, added.alternativeText || added.name));
    } catch {
      showToast({ text: t('writing.uploadFailed') });
    }
  };
  const { element, view } = useMarkdownView({
    value: textOf(value),
    control,
    isReadOnly,
    isRequired: field.attribute.isRequired,
    hint: field.placeholder,
    hadFocus,
    onChange,
    onLink: () => setOpen('link'),
    onFiles(files) {
      const images = files.filter(({ type }) => type.startsWith('image/'));
      if (images.length === 0 || !media.mayAdd || isReadOnly) return false;
      for (const image of images) void upload(image);
      return true;
    },
  });
  const run = (command: StateCommand): void => runIn(view.current, command);
  /** Closes a menu or dialog and focuses the text. */
  const close = (command?: StateCommand): void => {
    afterOverlay(() => view.current?.focus());
    setOpen(null);
    if (command) run(command);
  };
  const tool = (label: string, icon: Tool['icon'], command: StateCommand): Tool => ({
    label,
    keys: '',
    icon,
    isOn: null,
    onUse: () => run(command),
  });
  const tools: readonly (readonly Tool[])[] = [
    [
      { ...tool(t('writing.bold'), BoldIcon, toggleAround('**')), keys: 'Ctrl+B' },
      { ...tool(t('writing.italic'), ItalicIcon, toggleAround('_')), keys: 'Ctrl+I' },
      tool(t('writing.strikethrough'), StrikethroughIcon, toggleAround('~~')),
      { ...tool(t('writing.code'), CodeIcon, toggleAround('`')), keys: 'Ctrl+E' },
      {
        label: t('writing.link'),
        keys: 'Ctrl+K',
        icon: LinkIcon,
        isOn: null,
        onUse: () => setOpen('link'),
      },
    ],
    [
      tool(t('writing.unordered'), ListIcon, toggleStart('- ')),
      tool(t('writing.ordered'), OrderedIcon, toggleStart('1. ')),
      tool(t('writing.quote'), QuoteIcon, toggleStart('> ')),
      {
        label: t('writing.image'),
        keys: '',
        icon: PictureIcon,
        isOn: null,
        onUse: () => setOpen('library'),
      },
    ],
  ];
  const shown = useDeferredValue(textOf(value));
  const words = useMemo(() => countWords(shown), [shown]);
  return (
    <div className={styles.markdown} data-read-only={isReadOnly || undefined}>
      {isReadOnly ? null : (
        <Toolbar
          field={field.label}
          blocks={[1, 2, 3, 4].map((level) => ({
            id: '#'.repeat(level),
            label: t('writing.heading', { level }),
            keys: '#'.repeat(level),
          }))}
          block={null}
          onBlock={(signs) => close(toggleStart(`${signs} `))}
          tools={tools}
          words={words}
        />
      )}
      <div className={styles.text} ref={element} />
      {open === 'link' ? (
        <LinkPanel
          url=""
          isAddress={(url) => /^(?:\/|#|https?:|mailto:|tel:|ftp:)/.test(url)}
          onSet={(url) => close(insertLink(url))}
          onRemove={() => close()}
          onClose={() => close()}
        />
      ) : null}
      {open === 'library' ? (
        <PictureDialog
          label={field.label}
          onClose={() => close()}
          onChosen={(file) =>
            close(file ? insertPicture(file.url, file.alternativeText || file.name) : undefined)
          }
        />
      ) : null}
    </div>
  );
}
