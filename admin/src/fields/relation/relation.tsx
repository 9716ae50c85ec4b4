// Relations, with ordered targets.
import type { ReactNode } from 'react';
import { relationChanges, parseRelation, relationOf, countOf } from '../../model/relations.ts';
import { FieldSkeleton } from '../field-skeleton.tsx';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';

const editor = loadedControl(async () => (await import('./relation-editor.tsx')).RelationEditor);

export const relation: FieldKind = {
  kind: 'relation',
  isEditable: true,
  isGroup: true,
  parse: parseRelation,
  toBody: (value, before) => relationChanges(relationOf(before), relationOf(value)) ?? undefined,
  carry(shown, saved) {
    const before = relationOf(shown);
    const after = relationOf(saved);
    return after.items === null && before.items !== null && countOf(before) === countOf(after)
      ? shown
      : saved;
  },
  check: () => [],
  text(value) {
    const { items, earlier } = relationOf(value);
    if (items === null) return String(earlier);
    const names = items.map(({ title, documentId }) => title || documentId).join(', ');
    return earlier > 0 ? `+${earlier}, ${names}` : names;
  },
  filter: null,
  Edit: RelationControl,
};

function RelationControl(props: EditProps): ReactNode {
  const Editor = useLoadedControl(editor);
  return Editor ? <Editor {...props} /> : <FieldSkeleton {...props} />;
}
