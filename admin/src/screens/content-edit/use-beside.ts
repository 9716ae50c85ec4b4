// Locale shown next to the form.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Command } from '../../base/commands.ts';
import type { Translate } from '../../base/i18n.tsx';

/** Locale shown next to the form, stored in the address. */
export interface ShownBeside {
  /** Code; null for none. */
  readonly locale: string | null;
  readonly show: (locale: string | null) => void;
}

/** Returns the locale and its setter. */
export function useBeside(): ShownBeside {
  const navigate = useNavigate();
  const { beside }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return {
    locale: typeof beside === 'string' ? beside : null,
    show: (locale) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, beside: locale ?? undefined }),
        replace: true,
      }),
  };
}

/** Returns the command that shows or hides a locale next to the form. */
export function besideCommand(code: string, { locale, show }: ShownBeside, t: Translate): Command {
  const name = code.toUpperCase();
  return locale === code
    ? { label: t('beside.hide', { code: name }), run: () => show(null) }
    : { label: t('beside.show', { code: name }), run: () => show(code) };
}
