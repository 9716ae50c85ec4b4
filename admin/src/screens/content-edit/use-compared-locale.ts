// The locale that is shown next to the form for comparison.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Command } from '../../base/commands.ts';
import type { Translate } from '../../base/i18n.tsx';

/** Locale shown next to the form, stored in the address. */
export interface ComparedLocaleState {
  /** Code; null for none. */
  readonly locale: string | null;
  readonly show: (locale: string | null) => void;
}

/** Returns the locale and its setter. */
export function useComparedLocale(): ComparedLocaleState {
  const navigate = useNavigate();
  const { compare }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return {
    locale: typeof compare === 'string' ? compare : null,
    show: (locale) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, compare: locale ?? undefined }),
        replace: true,
      }),
  };
}

/** Returns the command that shows or hides a locale next to the form. */
export function comparisonCommand(
  code: string,
  { locale, show }: ComparedLocaleState,
  t: Translate,
): Command {
  const name = code.toUpperCase();
  return locale === code
    ? { label: t('comparison.hide', { code: name }), run: () => show(null) }
    : { label: t('comparison.show', { code: name }), run: () => show(code) };
}
