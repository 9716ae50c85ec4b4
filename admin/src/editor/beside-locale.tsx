// Loads another locale of the open entry for comparison.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import { BesideContext } from './beside.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';

/** @param locale Code; null for none. A missing locale of the document is treated as none */
export function BesideLocale({
  locale,
  children,
}: {
  readonly locale: string | null;
  readonly children: ReactNode;
}): ReactNode {
  const { content } = useApi();
  const session = useEntrySession();
  const isThere = useEntryState(
    (state) => locale !== null && state.info.otherLocales.includes(locale),
  );
  const documentId = useEntryState((state) => state.documentId);
  const wanted = isThere && locale !== session.address.locale ? locale : null;
  const { data } = useQuery({
    queryKey: ['beside', session.uid, documentId, wanted, session.address.locale],
    queryFn: () => content.valuesOfLocale(session.address, wanted ?? ''),
    enabled: wanted !== null,
  });
  const other = useMemo(
    () =>
      wanted === null
        ? null
        : { locale: wanted, values: data === undefined ? null : session.form.parse(data) },
    [wanted, data, session],
  );
  return <BesideContext value={other}>{children}</BesideContext>;
}
