// Type builder screen. The selection is in the address.
import { useState, type ReactNode } from 'react';
import { useCatalog, useT } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import { LoadFailure, NoPermission, Skeleton } from '../../editor/screen-states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useShortcuts } from '../../base/keys.ts';
import { changedModels } from '../../model/types/draft-request.ts';
import { draftIssues } from '../../model/types/draft-issues.ts';
import { modelOf } from '../../model/types/draft.ts';
import { BuilderContext, useBuilder, useCreateBuilder } from './builder.tsx';
import { BuilderHead } from './builder-head.tsx';
import { BuilderNotices } from './builder-notices.tsx';
import { EmptyTypes, NothingSelected } from './empty-types.tsx';
import { FieldList } from './field-list.tsx';
import { FieldSettings } from './field-settings.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { TypeList } from './type-list.tsx';
import { TypeSettings } from './type-settings.tsx';
import { useTypes, type LoadedTypes } from './use-types.ts';
import styles from './content-types.module.css';

export function ContentTypes(): ReactNode {
  const { permissions } = useProject();
  const hasWords = useCatalog('types');
  const types = useTypes();
  if (!permissions.maySeeTypes) return <NoPermission />;
  if (types.error && !types.data) {
    return <LoadFailure error={types.error} onRetry={types.refetch} />;
  }
  if (!types.data || !hasWords) return <Skeleton rows={8} />;
  return <LoadedTypesScreen loaded={types.data} />;
}

function LoadedTypesScreen({ loaded }: { readonly loaded: LoadedTypes }): ReactNode {
  const builder = useCreateBuilder(loaded);
  return (
    <BuilderContext value={builder}>
      <BuilderScreen />
    </BuilderContext>
  );
}

function BuilderScreen(): ReactNode {
  const t = useT();
  const toast = useToast();
  const builder = useBuilder();
  const { state, store, model, field, reserved, isReadOnly, isInSettings } = builder;
  const [isPlanning, setPlanning] = useState(false);
  const { base, draft } = state;
  const count = changedModels(base, draft).length;
  const plan = (): void => {
    if (isPlanning || count === 0 || isReadOnly) return;
    const issues = draftIssues(base, draft, reserved);
    const [first] = issues;
    if (!first) {
      setPlanning(true);
      return;
    }
    toast({ text: t('types.correctFirst', { count: issues.length }) });
    if (first.modelId === model?.id) builder.chooseField(first.fieldId, 'name');
    else builder.chooseModel(modelOf(draft, first.modelId), 'name');
  };
  useShortcuts(
    isPlanning
      ? {}
      : {
          'Ctrl+s': plan,
          'Ctrl+z': () => store.undo(),
          'Ctrl+Shift+z': () => store.redo(),
        },
  );
  const isEmpty = Object.values(draft.models).every(({ kind, from }) =>
    kind === 'component' ? false : from?.startsWith('plugin::'),
  );
  const view = model === null ? 'list' : isInSettings ? 'settings' : 'fields';
  return (
    <>
      <BuilderHead count={count} onPlan={plan} />
      <BuilderNotices />
      <main id="main" tabIndex={-1} className={styles.columns} data-view={view}>
        <TypeList />
        {model === null ? (
          isEmpty && !isReadOnly ? (
            <EmptyTypes />
          ) : (
            <NothingSelected />
          )
        ) : (
          <>
            <FieldList key={model.id} model={model} />
            {field === null ? (
              <TypeSettings key={model.id} model={model} />
            ) : (
              <FieldSettings key={field.id} model={model} field={field} />
            )}
          </>
        )}
      </main>
      {isPlanning ? <PlanDialog onClose={() => setPlanning(false)} /> : null}
    </>
  );
}
