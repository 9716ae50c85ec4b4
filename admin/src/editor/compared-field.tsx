// Comparison with another locale: shows its value next to each localized field, with a button to copy it.
import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { isEqualJson } from '../base/json.ts';
import { useTranslations } from '../base/i18n.tsx';
import type { Document } from '../model/document.ts';
import type { LayoutField } from '../model/layout.ts';
import { Button } from '../ui/button.tsx';
import { useEntrySession } from './session-context.tsx';
import styles from './compared-field.module.css';

/** The other locale. */
export interface ComparedLocale {
  /** Locale code. */
  readonly locale: string;
  /** Values converted to form values of the open locale; null while loading. */
  readonly values: Document | null;
}

/** Context that provides the other locale, or null. */
export const ComparedLocaleContext = createContext<ComparedLocale | null>(null);

/** A field of the entry next to its value in the other locale. */
export function ComparedField({
  field,
  children,
}: {
  readonly field: LayoutField;
  readonly children: ReactNode;
}): ReactNode {
  const other = use(ComparedLocaleContext);
  const isShown = other !== null && field.attribute.isLocalized;
  return (
    <div className={isShown ? styles.pair : undefined}>
      {isShown ? <OtherValue field={field} other={other} /> : null}
      {children}
    </div>
  );
}

function OtherValue({
  field: { attribute, label },
  other: { locale, values },
}: {
  readonly field: LayoutField;
  readonly other: ComparedLocale;
}): ReactNode {
  const { t, language } = useTranslations();
  const session = useEntrySession();
  const { form, store } = session;
  const { name } = attribute;
  const value = values?.[name] ?? null;
  const text = values === null ? '' : form.text(name, value, language);
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe([name], notify),
    [store, name],
  );
  // Selects a boolean only, so that keystrokes in the field do not rerender this component.
  const isMissing = useSyncExternalStore(
    subscribe,
    () => text !== '' && form.text(name, store.read([name]), language) === '',
  );
  const code = locale.toUpperCase();
  return (
    <section className={styles.other} aria-label={t('comparison.field', { field: label, code })}>
      <header>
        <small>
          {label} · {code}
        </small>
        {isMissing ? <em>{t('comparison.missing')}</em> : null}
        {text === '' || !form.isEditable(name) ? null : (
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              if (!isEqualJson(value, store.read([name]))) session.edit(name, value);
            }}
          >
            {t('comparison.copy')}
            <span className="visually-hidden">{label}</span>
          </Button>
        )}
      </header>
      <p lang={locale} dir="auto">
        {values === null ? t('loading') : text || t('unknown.empty')}
      </p>
    </section>
  );
}
