// Differences between the draft and the published version, by field, with highlighted words.
import type { ReactNode } from 'react';
import { useTranslations } from '../base/i18n.tsx';
import { asNew } from '../model/components.ts';
import { diffWords } from '../model/differences.ts';
import { Button } from '../ui/button.tsx';
import { useEntrySession } from './session-context.tsx';
import { usePublished, type PublishedVersion } from './use-published.ts';
import styles from './changes-panel.module.css';

/** Requires a published entry. */
export function ChangesPanel(): ReactNode {
  const { t } = useTranslations();
  const version = usePublished();
  if (version === null) return <p className={styles.note}>{t('publish.comparing')}</p>;
  if (version.changed.length === 0) {
    return <p className={styles.note}>{t('publish.changed', { count: 0 })}</p>;
  }
  return version.changed.map((name) => <Change key={name} name={name} version={version} />);
}

function Change({
  name,
  version: { published },
}: {
  readonly name: string;
  readonly version: PublishedVersion;
}): ReactNode {
  const { t, language } = useTranslations();
  const session = useEntrySession();
  const { form, store } = session;
  const before = published[name] ?? null;
  const label = form.label(name);
  const isRelation = form.field(name)?.attribute.type === 'relation';
  // Published targets are only counted.
  const parts = diffWords(
    isRelation ? '' : form.text(name, before, language),
    form.text(name, store.read([name]), language),
  );
  return (
    <section className={styles.change} aria-label={label}>
      <header>
        <h2>{label}</h2>
        {isRelation ? null : (
          <Button size="small" variant="quiet" onPress={() => session.edit(name, asNew(before))}>
            {t('changes.takeBack')}
            <span className="visually-hidden">{label}</span>
          </Button>
        )}
      </header>
      <p>
        {parts.map((part, index) => {
          const key = `${index} ${part.in}`;
          if (part.in === 'before') return <del key={key}>{part.text}</del>;
          return part.in === 'after' ? (
            <ins key={key}>{part.text}</ins>
          ) : (
            <span key={key}>{part.text}</span>
          );
        })}
      </p>
    </section>
  );
}
