// Structured text in Strapi's format. The editor is loaded on demand.
import type { ReactNode } from 'react';
import { blocksText, isEmptyBlocks } from '../../model/blocks.ts';
import { checkRequired } from '../../model/issues.ts';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { FieldSkeleton } from '../field-skeleton.tsx';

const editor = loadedControl(async () => (await import('./blocks-editor.tsx')).BlocksEditor);

export const blocks: FieldKind = {
  kind: 'blocks',
  isEditable: true,
  isGroup: true,
  parse: (raw) => (Array.isArray(raw) ? raw : null),
  toBody: (value) => value,
  check: (value, attribute, when) => checkRequired(isEmptyBlocks(value), attribute, when),
  text: blocksText,
  filter: null,
  Edit: BlocksControl,
};

function BlocksControl(props: EditProps): ReactNode {
  const Editor = useLoadedControl(editor);
  return Editor ? <Editor {...props} /> : <FieldSkeleton {...props} />;
}
