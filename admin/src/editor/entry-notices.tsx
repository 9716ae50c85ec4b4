// Notices above the form about persistent states: earlier changes, no network, deleted by another user.
import type { ReactNode } from 'react';
import { useTranslations } from '../base/i18n.tsx';
import { shortTime } from '../base/time.ts';
import { Button } from '../ui/button.tsx';
import { Strip } from '../ui/notice.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';

/** @param isReadOnly True if the user may not change the entry */
export function EntryNotices({ isReadOnly }: { readonly isReadOnly: boolean }): ReactNode {
  const { t, language } = useTranslations();
  const session = useEntrySession();
  const recovered = useEntryState((state) => state.recovered);
  const save = useEntryState((state) => state.save);
  const rejection = useEntryState((state) => state.rejection);
  return (
    <>
      {isReadOnly ? <Strip tone="info">{t('entry.readOnly')}</Strip> : null}
      {recovered === null ? null : (
        <Strip
          tone="info"
          actions={
            <>
              <Button size="small" onPress={() => session.recover(true)}>
                {t('recover.restore')}
              </Button>
              <Button size="small" variant="quiet" onPress={() => session.recover(false)}>
                {t('recover.drop')}
              </Button>
            </>
          }
        >
          {t('recover.text', {
            time: shortTime(new Date(recovered.record.at), new Date(), language),
            fields: Object.keys(recovered.record.mine)
              .map((name) => session.form.label(name))
              .join(', '),
          })}
        </Strip>
      )}
      {save === 'offline' ? <Strip tone="warn">{t('entry.offline')}</Strip> : null}
      {save === 'rejected' ? (
        <Strip tone="bad">{t('entry.rejected', { message: rejection })}</Strip>
      ) : null}
      {save === 'gone' ? <Strip tone="bad">{t('entry.gone')}</Strip> : null}
    </>
  );
}
