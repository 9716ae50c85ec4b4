// Status of the draft and the published version, with the last change and a link to the published version.
import type { ReactNode } from 'react';
import { useTranslations, type MessageKey } from '../base/i18n.tsx';
import { fullTime, shortTime } from '../base/time.ts';
import { NewTabLink } from '../ui/new-tab-link.tsx';
import { Pill, type PillTone } from '../ui/pill.tsx';
import type { EntryStatus, VersionInfo } from './entry-info.ts';
import { usePublicUrl } from './public-url.ts';
import { useEntryState } from './session-context.tsx';
import styles from './status-card.module.css';

const TONES: Readonly<Record<EntryStatus, PillTone>> = {
  draft: 'draft',
  modified: 'warn',
  published: 'ok',
};

/** Status pill of an entry. */
export function StatusPill({ status }: { readonly status: EntryStatus }): ReactNode {
  const { t } = useTranslations();
  const key: MessageKey = `status.${status}`;
  return <Pill tone={TONES[status]}>{t(key)}</Pill>;
}

/** @param hasDrafts True if the type has drafts */
export function StatusCard({ hasDrafts }: { readonly hasDrafts: boolean }): ReactNode {
  const { t } = useTranslations();
  const info = useEntryState((state) => state.info);
  const isStored = useEntryState((state) => state.isStored);
  const url = usePublicUrl();
  if (!isStored) {
    return (
      <div className={styles.card}>
        <div>
          <Pill tone="draft">{t('status.new')}</Pill>
          <p>{t('entry.notSaved')}</p>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.card}>
      {hasDrafts && info.status !== 'published' ? (
        <div>
          <StatusPill status={info.status ?? 'draft'} />
          <Change version={info.saved} />
        </div>
      ) : null}
      {hasDrafts && info.published === null ? null : (
        <div>
          <Pill tone="ok">{t('status.published')}</Pill>
          <Change version={hasDrafts ? info.published : info.saved} />
          {url === null ? null : (
            <NewTabLink href={url} note={t('newTab')}>
              {t('entry.viewPublic')}
            </NewTabLink>
          )}
        </div>
      )}
    </div>
  );
}

function Change({ version }: { readonly version: VersionInfo | null }): ReactNode {
  const { t, language } = useTranslations();
  if (!version?.at) return null;
  const time = shortTime(version.at, new Date(), language);
  return (
    <p title={fullTime(version.at, language)}>
      {version.by === '' ? time : t('entry.changedBy', { time, name: version.by })}
    </p>
  );
}
