// Head of the type builder: selected model, number of changes, and the button that opens the plan.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChevronLeftIcon, RefreshIcon } from '../../ui/icons.tsx';
import { NavigationButton } from '../../ui/navigation-button.tsx';
import { HeadActions, ScreenHead, Spacer } from '../../ui/screen-head.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useBuilder } from './builder.tsx';
import { UndoIcon } from './type-icons.tsx';
import styles from './content-types.module.css';

/** @param props.count Number of changed models */
export function BuilderHead({
  count,
  onPlan,
}: {
  readonly count: number;
  readonly onPlan: () => void;
}): ReactNode {
  const t = useT();
  const toast = useToast();
  const { store, model, isReadOnly, isInSettings, chooseModel, leaveSettings, edit } = useBuilder();
  const discard = (): void => {
    edit(() => store.state.base);
    toast({
      text: t('types.discarded'),
      action: { label: t('entry.undo'), run: () => store.undo() },
    });
  };
  return (
    <ScreenHead>
      <NavigationButton label={t('frame.open')} />
      {model === null ? null : (
        <div className={isInSettings ? styles.backNarrow : styles.back}>
          <IconButton
            label={t('types.back')}
            icon={ChevronLeftIcon}
            onPress={() => (isInSettings ? leaveSettings() : chooseModel(null))}
          />
        </div>
      )}
      <title>{`${model?.displayName || t('types.title')} · Quoin`}</title>
      <h1>{t('types.title')}</h1>
      <Spacer />
      {isReadOnly ? null : (
        <HeadActions>
          {count === 0 ? null : (
            <IconButton label={t('types.discard')} icon={RefreshIcon} onPress={discard} />
          )}
          <IconButton
            label={t('types.undo')}
            icon={UndoIcon}
            isDisabled={!store.canUndo}
            aria-keyshortcuts="Control+Z"
            onPress={() => store.undo()}
          />
          <Button
            variant="primary"
            isDisabled={count === 0}
            aria-keyshortcuts="Control+S"
            onPress={onPlan}
          >
            {t('types.plan', { count })}
          </Button>
        </HeadActions>
      )}
    </ScreenHead>
  );
}
