// Loads another locale of the open entry for comparison.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import { ComparedLocaleContext } from './compared-field.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';

/** @param locale Code; null for none. A missing locale of the document is treated as none */
export function LocaleComparison({
  locale,
  children,
}: {
  readonly locale: string | null;
  readonly children: ReactNode;
}): ReactNode {
  const { content } = useApi();
  const session = useEntrySession();
  const exists = useEntryState(
    (state) => locale !== null && state.info.otherLocales.includes(locale),
  );
  const documentId = useEntryState((state) => state.documentId);
  const compared = exists && locale !== session.address.locale ? locale : null;
  const { data } = useQuery({
    queryKey: ['compared-locale', session.uid, documentId, compared, session.address.locale],
    queryFn: () => content.valuesOfLocale(session.address, compared ?? ''),
    enabled: compared !== null,
  });
  const other = useMemo(
    () =>
      compared === null
        ? null
        : { locale: compared, values: data === undefined ? null : session.form.parse(data) },
    [compared, data, session],
  );
  return <ComparedLocaleContext value={other}>{children}</ComparedLocaleContext>;
}
