// Editor of structured text with headings, lists, quotes, code, links and images. The toolbar is loaded with the text.
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../base/words.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useToast } from '../../ui/toast.tsx';
import type { EditProps } from '../field-kind.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { useMediaSource } from '../media/media-source.ts';
import type { OpenTool } from './blocks-tools.tsx';
import { useBlocksView } from './use-blocks-view.ts';
import styles from './blocks.module.css';

const tools = loadedControl(async () => (await import('./blocks-tools.tsx')).BlocksTools);

export function BlocksEditor({
  field,
  value,
  control,
  isReadOnly,
  onChange,
}: EditProps): ReactNode {
  const t = useT();
  const showToast = useToast();
  const media = useMediaSource();
  const [open, setOpen] = useState<OpenTool>(null);
  const slash = useRef<Element | null>(null);
  const { element, view, selection, isEmpty } = useBlocksView({
    value,
    control,
    isReadOnly,
    isRequired: field.attribute.isRequired,
    onChange,
    onLink: () => setOpen('link'),
    onSlash: (paragraph) => {
      slash.current = paragraph;
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
    onNotLoaded: () => showToast({ text: t('failure.title') }),
  });
  const Tools = useLoadedControl(tools);
  const parts = { label: field.label, value, view, selection, slash, open, onOpen: setOpen };
  return (
    <div className={classNames(styles.blocks, isReadOnly && styles.readOnly)}>
      {isReadOnly ? null : Tools ? <Tools {...parts} /> : <div className={styles.toolbarSpace} />}
      <div
        className={styles.text}
        ref={element}
        {...(isEmpty && !isReadOnly ? { 'data-hint': field.placeholder || t('writing.hint') } : {})}
      />
    </div>
  );
}
