// Notices about persistent states of the type builder.
import type { ReactNode } from 'react';
import { shortTime } from '../../base/time.ts';
import { useTranslations } from '../../base/i18n.tsx';
import { modelOf } from '../../model/types/draft.ts';
import { changedModels } from '../../model/types/draft-request.ts';
import { mergeDrafts } from '../../model/types/merge-drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/notice.tsx';
import { useBuilder } from './builder.tsx';
import { useDraftRecord } from './use-types.ts';

export function BuilderNotices(): ReactNode {
  const { t, language } = useTranslations();
  const { store, state, isOpen, isReadOnly } = useBuilder();
  const { earlier, forget } = useDraftRecord(store);
  const restore = (): void => {
    if (!earlier) return;
    const { draft } = mergeDrafts({
      base: earlier.base,
      mine: earlier.draft,
      theirs: state.draft,
    });
    forget();
    store.change(() => draft);
  };
  return (
    <>
      {isReadOnly ? <Strip tone="info">{t('types.readOnly')}</Strip> : null}
      {!isReadOnly && !isOpen ? <Strip tone="info">{t('types.closed')}</Strip> : null}
      {earlier && !isReadOnly ? (
        <Strip
          tone="warn"
          actions={
            <>
              <Button size="small" onPress={restore}>
                {t('recover.restore')}
              </Button>
              <Button size="small" variant="quiet" onPress={forget}>
                {t('recover.drop')}
              </Button>
            </>
          }
        >
          {t('recover.text', {
            time: shortTime(new Date(earlier.at), new Date(), language),
            fields: changedModels(earlier.base, earlier.draft)
              .map(
                ({ id }) => (modelOf(earlier.draft, id) ?? modelOf(earlier.base, id))?.displayName,
              )
              .join(', '),
          })}
        </Strip>
      ) : null}
    </>
  );
}
