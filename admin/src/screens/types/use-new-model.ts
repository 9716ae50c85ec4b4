// Adds a model and selects it.
import type { ModelKind } from '../../model/types/draft.ts';
import { addModel } from '../../model/types/edit-draft.ts';
import { newModel } from '../../model/types/new-parts.ts';
import { useBuilder } from './builder.tsx';

/** Returns the function. */
export function useNewModel(): (kind: ModelKind) => void {
  const { store, edit, chooseModel, model } = useBuilder();
  return (kind) => {
    const made = newModel(
      store.newId(),
      kind,
      kind === 'component' ? model?.category || 'shared' : '',
    );
    edit((draft) => addModel(draft, made));
    chooseModel(made, 'name');
  };
}
