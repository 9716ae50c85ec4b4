// List screen of a collection type. Search, filters, sort order, columns and page are in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import { useProject } from '../../editor/project.tsx';
import { LoadFailure, NoPermission, Skeleton } from '../../editor/screen-states.tsx';
import { labelOfName, parseListLayout, type ListLayout } from '../../model/layout.ts';
import {
  listQuery,
  parseListState,
  requestQuery,
  type ChangeList,
  type AddressQuery,
  type ListState,
} from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';
import { useShortcuts } from '../../base/keys.ts';
import { useT, type Translate } from '../../base/i18n.tsx';
import { entryAddress } from '../../editor/entry-info.ts';
import { EmptyList } from './empty-list.tsx';
import { EntryTable } from './entry-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListHead } from './list-head.tsx';
import { Pages } from './pages.tsx';
import styles from './content-list.module.css';

const PeekPanel = lazy(async () => ({
  default: (await import('./peek-panel.tsx')).PeekPanel,
}));

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

export function ContentList(): ReactNode {
  const { uid = '' } = useParams({ strict: false });
  const { content } = useApi();
  const t = useT();
  const { schema, permissions } = useProject();
  const type = schema.get(uid);
  const layout = useQuery({
    queryKey: ['configuration', uid],
    queryFn: () => content.configuration(uid),
    staleTime: 300_000,
    enabled: type !== undefined,
  });
  if (!type || !permissions.may('read', uid)) return <NoPermission />;
  if (layout.error) {
    return <LoadFailure error={layout.error} onRetry={() => void layout.refetch()} />;
  }
  if (!layout.data) return <Skeleton rows={8} />;
  const parsed = withTimeLabels(parseListLayout(type, layout.data), t);
  return <LoadedList key={uid} type={type} layout={parsed} />;
}

/** Labels the common columns, unless the project does. */
function withTimeLabels(layout: ListLayout, t: Translate): ListLayout {
  const names: Readonly<Record<string, string>> = {
    createdAt: t('column.createdAt'),
    updatedAt: t('column.updatedAt'),
  };
  const available = layout.available.map((column) =>
    column.label === labelOfName(column.name)
      ? { ...column, label: names[column.name] ?? column.label }
      : column,
  );
  return { ...layout, available };
}

interface LoadedListProps {
  readonly type: ContentType;
  readonly layout: ListLayout;
}

function LoadedList({ type, layout }: LoadedListProps): ReactNode {
  const { content } = useApi();
  const { locales } = useProject();
  const { state, change } = useListState(type);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [peeked, setPeeked] = useState<string | null>(null);
  useShortcuts(peeked === null ? {} : { Escape: () => setPeeked(null) });
  const locale = type.isLocalized ? (state.locale ?? locales[0]?.code ?? null) : null;
  const query = requestQuery({ ...state, locale }, layout);
  const page = useQuery({
    queryKey: ['list', type.uid, query],
    queryFn: ({ signal }) => content.list(type.uid, query, signal),
    placeholderData: keepPreviousData,
  });
  const names = state.columns ?? layout.columns;
  const columns = layout.available.filter(({ name }) => names.includes(name));
  const rows = page.data?.entries ?? [];
  return (
    <>
      <ListHead
        type={type}
        state={state}
        locale={locale}
        total={page.data?.total ?? null}
        onChange={change}
      />
      <main id="main" tabIndex={-1} className={styles.page}>
        <FilterBar type={type} layout={layout} state={state} onChange={change} />
        {page.error && !page.data ? (
          <LoadFailure error={page.error} onRetry={() => void page.refetch()} />
        ) : !page.data ? (
          <Skeleton rows={8} />
        ) : rows.length === 0 ? (
          <EmptyList type={type} state={state} onChange={change} />
        ) : (
          <>
            <EntryTable
              type={type}
              layout={layout}
              columns={columns}
              rows={rows}
              sort={state.sort ?? layout.sort}
              locale={state.locale}
              selected={selected}
              isStale={page.isPlaceholderData}
              onSort={(sort) => change({ sort })}
              onSelect={setSelected}
              peeked={peeked}
              onPeek={setPeeked}
            />
            <Pages page={page.data} state={state} onChange={change} />
          </>
        )}
      </main>
      {peeked === null ? null : (
        <Suspense>
          <PeekPanel
            type={type}
            address={entryAddress(type.uid, peeked, state.locale)}
            locale={locale}
            onClose={() => setPeeked(null)}
          />
        </Suspense>
      )}
      {selected.length > 0 ? (
        <Suspense>
          <BulkBar
            type={type}
            locale={locale}
            selected={selected}
            onClear={() => setSelected([])}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Reads the state from the address, and stores it for the way back from an entry. */
function useListState({ uid }: ContentType): {
  readonly state: ListState;
  readonly change: ChangeList;
} {
  const search: AddressQuery = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = parseListState(search);
  const text = JSON.stringify(listQuery(state));
  useEffect(() => {
    try {
      sessionStorage.setItem(`quoin.list.${uid}`, text);
    } catch {
      // The way back is the first page.
    }
  }, [uid, text]);
  return {
    state,
    change: (part) => {
      const next = { ...state, page: 1, ...part };
      void navigate({ to: '.', search: listQuery(next), replace: part.search !== undefined });
    },
  };
}
