// Removes attributes and models, with undo.
import { useT } from '../../base/i18n.tsx';
import type { Draft, DraftField, DraftModel } from '../../model/types/draft.ts';
import { addField, addModel, removeField, removeModel } from '../../model/types/edit-draft.ts';
import { useToast } from '../../ui/toast.tsx';
import { useBuilder } from './builder.tsx';

/** Returns a function that removes an attribute. */
export function useRemoveField(): (model: DraftModel, field: DraftField) => void {
  const t = useT();
  const { field: chosen, leaveSettings } = useBuilder();
  const remove = useRemoval();
  return (model, field) => {
    const index = model.fields.indexOf(field);
    remove(
      (draft) => removeField(draft, model.id, field.id),
      (draft) => addField(draft, model.id, { field, index }),
      t('types.fieldRemoved', { name: field.name || t('types.unnamed') }),
    );
    if (chosen?.id === field.id) leaveSettings();
  };
}

/** Returns a function that removes a model. */
export function useRemoveModel(): (model: DraftModel) => void {
  const t = useT();
  const { chooseModel } = useBuilder();
  const remove = useRemoval();
  return (model) => {
    remove(
      (draft) => removeModel(draft, model.id),
      (draft) => addModel(draft, model),
      t('types.typeRemoved', { name: model.displayName || t('types.unnamed') }),
    );
    chooseModel(null);
  };
}

function useRemoval(): (
  remove: (draft: Draft) => Draft,
  restore: (draft: Draft) => Draft,
  text: string,
) => void {
  const t = useT();
  const toast = useToast();
  const { store, edit } = useBuilder();
  return (remove, restore, text) => {
    edit(remove);
    const after = store.state.draft;
    const undo = (): void => {
      // Restores everything that was removed with it, unless the draft has changed since.
      if (store.state.draft === after) store.undo();
      else edit(restore);
    };
    toast({ text, action: { label: t('entry.undo'), run: undo } });
  };
}
