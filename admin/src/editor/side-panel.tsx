// Side panel: details of the entry, or differences from the published version.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useT } from '../base/i18n.tsx';
import type { FormLayout } from '../model/layout.ts';
import { FieldView } from './field-view.tsx';
import { Outline } from './outline.tsx';
import { useEntryState } from './session-context.tsx';
import { StatusCard } from './status-card.tsx';
import { UsedIn } from './used-in.tsx';
import styles from './side-panel.module.css';

const ChangesPanel = lazy(async () => ({
  default: (await import('./changes-panel.tsx')).ChangesPanel,
}));

/** @param hasDrafts True if the type has drafts */
export function SidePanel({
  layout,
  hasDrafts,
}: {
  readonly layout: FormLayout;
  readonly hasDrafts: boolean;
}): ReactNode {
  const t = useT();
  const isPublished = useEntryState((state) => state.info.published !== null);
  const [wanted, setWanted] = useState<'details' | 'changes'>('details');
  const shown = isPublished && hasDrafts ? wanted : 'details';
  return (
    <aside className={styles.side} aria-label={t('entry.details')}>
      {isPublished && hasDrafts ? (
        <div className={styles.tabs}>
          {(['details', 'changes'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={shown === each}
              onClick={() => setWanted(each)}
            >
              {t(each === 'details' ? 'entry.details' : 'changes.title')}
            </button>
          ))}
        </div>
      ) : null}
      {shown === 'changes' ? (
        <Suspense>
          <ChangesPanel />
        </Suspense>
      ) : (
        <>
          <StatusCard hasDrafts={hasDrafts} />
          <div className={styles.details}>
            {layout.details.map((field) => (
              <FieldView key={field.attribute.name} field={field} layout="beside" />
            ))}
          </div>
          <Outline layout={layout} />
          <UsedIn />
        </>
      )}
    </aside>
  );
}
