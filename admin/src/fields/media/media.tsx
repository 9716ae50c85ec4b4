// Media fields, single or multiple.
import type { ReactNode } from 'react';
import { isJsonObject, objectsOf } from '../../base/json.ts';
import { filesOf, parseFile } from '../../model/files.ts';
import { checkRequired } from '../../model/issues.ts';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { FieldSkeleton } from '../field-skeleton.tsx';

const editor = loadedControl(async () => (await import('./media-editor.tsx')).MediaEditor);

export const media: FieldKind = {
  kind: 'media',
  isEditable: true,
  isGroup: true,
  parse(raw) {
    if (Array.isArray(raw)) return objectsOf(raw).map(parseFile);
    return isJsonObject(raw) ? parseFile(raw) : null;
  },
  toBody: (value) =>
    Array.isArray(value) ? filesOf(value).map(({ id }) => ({ id })) : idOf(filesOf(value)[0]),
  check: (value, attribute, when) => checkRequired(filesOf(value).length === 0, attribute, when),
  text: (value) =>
    filesOf(value)
      .map(({ name }) => name)
      .join(', '),
  filter: null,
  Edit: MediaControl,
};

function idOf(file: { readonly id: number } | undefined): { readonly id: number } | null {
  return file ? { id: file.id } : null;
}

function MediaControl(props: EditProps): ReactNode {
  const Editor = useLoadedControl(editor);
  return Editor ? <Editor {...props} /> : <FieldSkeleton {...props} />;
}
