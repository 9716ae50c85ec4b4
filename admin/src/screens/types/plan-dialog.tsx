// Plan dialog: describes a save before it is applied.
import type { ReactNode } from 'react';
import { saveFile } from '../../base/save-file.ts';
import { useShortcuts } from '../../base/keys.ts';
import { useT } from '../../base/i18n.tsx';
import { fieldOf, modelOf } from '../../model/types/draft.ts';
import { asRename, changeField } from '../../model/types/edit-draft.ts';
import { uidOf } from '../../model/types/names.ts';
import { patchOf } from '../../model/types/patch.ts';
import { planGroups, type PlanLine } from '../../model/types/plan-lines.ts';
import type { OfferedRename } from '../../model/types/plan.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useBuilder } from './builder.tsx';
import { PlanDetails } from './plan-details.tsx';
import { PlanLines } from './plan-lines.tsx';
import { DownloadIcon } from './type-icons.tsx';
import { usePlan } from './use-plan.ts';
import styles from './plan-dialog.module.css';

/** @param props.onClose Called to close it, also after a save */
export function PlanDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { state, edit } = useBuilder();
  const planned = usePlan(onClose);
  const { plan, isBusy, isSaving, failure, isClosed, merged, settle } = planned;
  const hasConflicts = (merged?.conflicts.length ?? 0) > 0;
  const maySave = !isBusy && !isSaving && !isClosed && !plan?.isRejected && !hasConflicts;
  const save = (): void => {
    if (maySave) planned.save();
  };
  useShortcuts({ 'Ctrl+s': save });
  const modelAt = (uid: string): string | null =>
    Object.values(state.draft.models).find((model) => uidOf(model) === uid)?.id ?? null;
  const setAside = ({ uid, attribute }: PlanLine): void =>
    edit((draft) => {
      const modelId = modelAt(uid) ?? '';
      const field = modelOf(draft, modelId)?.fields.find(({ name }) => name === attribute);
      if (!field) return draft;
      return changeField(draft, { modelId, fieldId: field.id }, { setsAsideValues: true });
    });
  const rename = ({ uid, from, to }: OfferedRename): void =>
    edit((draft) => asRename(draft, modelAt(uid) ?? '', { from, to }));
  const files = plan?.files ?? [];
  return (
    <Dialog
      title={t('types.planTitle')}
      isOpen
      onClose={isSaving ? null : onClose}
      size="full"
      actions={
        <>
          {files.length === 0 ? null : (
            <Button
              icon={DownloadIcon}
              variant={isClosed ? 'primary' : 'quiet'}
              onPress={() => saveFile('content-types.patch', patchOf(files))}
            >
              {t('types.download')}
            </Button>
          )}
          <span className={styles.spacer} />
          <Button onPress={onClose} isDisabled={isSaving}>
            {t('cancel')}
          </Button>
          {isClosed ? null : (
            <Button
              variant="primary"
              autoFocus
              aria-keyshortcuts="Control+S"
              isDisabled={!maySave && !isBusy}
              onPress={save}
            >
              {isSaving ? t('types.planSaving') : t('types.planSave')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.plan} aria-busy={isBusy} data-plan={isBusy ? 'busy' : 'ready'}>
        {failure === null ? null : (
          <p className={styles.failure} role="alert">
            {isClosed ? t('types.closed') : t('types.saveFailed', { message: failure })}
          </p>
        )}
        {isClosed && failure === null ? (
          <p className={styles.note} role="status">
            {t('types.closed')}
          </p>
        ) : null}
        {merged === null ? null : (
          <div className={styles.merged} role="status">
            <p>{t('types.merged', { names: merged.names.join(', ') })}</p>
            {merged.conflicts.map((conflict) => {
              const model =
                modelOf(state.draft, conflict.modelId) ?? modelOf(merged.theirs, conflict.modelId);
              const field =
                conflict.fieldId === null
                  ? null
                  : (fieldOf(state.draft, conflict.modelId, conflict.fieldId) ??
                    fieldOf(merged.theirs, conflict.modelId, conflict.fieldId));
              const name = [model?.displayName, field?.name].filter(Boolean).join(' · ');
              return (
                <p key={`${conflict.modelId} ${conflict.fieldId ?? ''}`} className={styles.choice}>
                  <span>{t('types.conflict', { name })}</span>
                  <Button size="small" onPress={() => settle(conflict, 'mine')}>
                    {t('types.keepMine')}
                  </Button>
                  <Button size="small" onPress={() => settle(conflict, 'theirs')}>
                    {t('types.takeTheirs')}
                  </Button>
                </p>
              );
            })}
          </div>
        )}
        {plan === null ? (
          <p role="status" className={styles.note}>
            {isBusy ? t('types.planning') : failure === null ? t('types.planNone') : ''}
          </p>
        ) : (
          <>
            {plan.isRejected ? (
              <p className={styles.failure} role="alert">
                {t('types.planRejected')}
              </p>
            ) : null}
            {plan.offeredRenames
              .filter(({ kind }) => kind === 'attribute')
              .map((offered) => (
                <p key={`${offered.uid} ${offered.from} ${offered.to}`} className={styles.offer}>
                  <span>{t('types.renameOffered', { from: offered.from, to: offered.to })}</span>
                  <Button size="small" onPress={() => rename(offered)}>
                    {t('types.renameAccept')}
                  </Button>
                </p>
              ))}
            <PlanLines groups={planGroups(plan, state)} onSetAside={setAside} />
            <PlanDetails plan={plan} />
          </>
        )}
      </div>
    </Dialog>
  );
}
