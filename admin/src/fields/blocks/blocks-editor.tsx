// Editor of structured text with headings, lists, quotes, code, links and images. Its toolbar is loaded after the text.
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useToast } from '../../ui/toast.tsx';
import type { EditProps } from '../field-kind.ts';
import { LoadFallback } from '../load-fallback.tsx';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { useMediaSource } from '../media/media-source.ts';
import type { BlocksToolsProps, OpenTool } from './blocks-tools.tsx';
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
  const openTool = (tool: OpenTool): boolean => {
    if (tools.component) setOpen(tool);
    return tools.component !== null;
  };
  const { element, view, selection, isEmpty } = useBlocksView({
    value,
    control,
    isReadOnly,
    isRequired: field.attribute.isRequired,
    onChange,
    onLink: () => openTool('link'),
    onSlash: (paragraph) => {
      slash.current = paragraph;
      return openTool('blocks');
    },
    media,
    onFailure: () => showToast({ text: t('writing.uploadFailed') }),
    onLoadError: () => showToast({ text: t('failure.title') }),
  });
  const parts = { label: field.label, value, view, selection, slash, open, onOpen: setOpen };
  return (
    <div className={classNames(styles.blocks, isReadOnly && styles.readOnly)}>
      {isReadOnly ? null : (
        <LoadFallback fallback={<div className={styles.space}>{t('failure.title')}</div>}>
          <LoadedTools {...parts} />
        </LoadFallback>
      )}
      <div
        className={styles.text}
        ref={element}
        {...(isEmpty && !isReadOnly ? { 'data-hint': field.placeholder || t('writing.hint') } : {})}
      />
    </div>
  );
}

/** Stand for the controls of the toolbar: they wrap in the same way, so that the text does not move. */
const SPACES = Array.from({ length: 14 }, (_, index) => <span key={index} />);

function LoadedTools(props: BlocksToolsProps): ReactNode {
  const Tools = useLoadedControl(tools);
  return Tools ? <Tools {...props} /> : <div className={styles.space}>{SPACES}</div>;
}
