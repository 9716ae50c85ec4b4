// Entry screen: loads an entry and creates its session.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import type { DocumentAddress, EntryResponse } from '../../api/content.ts';
import { hasStatus } from '../../api/errors.ts';
import { objectsOf, type JsonObject } from '../../base/json.ts';
import { useT } from '../../base/i18n.tsx';
import { EntrySession } from '../../editor/entry-session.ts';
import { FormModel } from '../../editor/form-model.ts';
import { useProject, type Project } from '../../editor/project.tsx';
import { LoadFailure, NoPermission, Skeleton } from '../../editor/screen-states.tsx';
import { SessionContext } from '../../editor/session-context.tsx';
import {
  parseComponentForms,
  parseFormLayout,
  type ComponentForms,
  type FormLayout,
} from '../../model/layout.ts';
import { TARGETS_AT_ONCE } from '../../model/relations.ts';
import type { ContentType } from '../../model/schema.ts';
import { useToast } from '../../ui/toast.tsx';
import { EntryScreen } from './entry-screen.tsx';

/** Id of a new entry in addresses. */
const NEW = 'create';

export function ContentEdit(): ReactNode {
  const { uid = '', documentId = null } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const project = useProject();
  const type = project.schema.get(uid);
  const wanted = typeof search['locale'] === 'string' ? search['locale'] : null;
  const locale = type?.isLocalized ? (wanted ?? project.locales[0]?.code ?? null) : null;
  const id = documentId === NEW ? null : documentId;
  // A new entry that was saved is the same open entry.
  const created = useRef<string | null>(null);
  const key = JSON.stringify([uid, id === created.current ? null : id, locale]);
  if (!type || !project.permissions.may('read', uid)) return <NoPermission />;
  const address: DocumentAddress = { uid, isSingle: type.isSingle, documentId: id, locale };
  return (
    <LoadedEntry
      key={key}
      type={type}
      address={address}
      isNew={documentId === NEW || (id !== null && id === created.current)}
      onCreated={(newId) => (created.current = newId)}
    />
  );
}

interface LoadedEntryProps {
  readonly type: ContentType;
  readonly address: DocumentAddress;
  readonly isNew: boolean;
  readonly onCreated: (documentId: string) => void;
}

function LoadedEntry({ type, address: given, isNew, onCreated }: LoadedEntryProps): ReactNode {
  const { content } = useApi();
  const { components } = useProject();
  // Initial address of the session, which changes when a new entry is saved.
  const [address] = useState(isNew ? { ...given, documentId: null } : given);
  const layout = useQuery({
    queryKey: ['configuration', type.uid],
    queryFn: () => content.configuration(type.uid),
    staleTime: 300_000,
    select: (data) => ({
      layout: parseFormLayout(type, data),
      components: parseComponentForms(components, data),
    }),
  });
  const loaded = useQuery({
    queryKey: ['entry', address],
    queryFn: () => readEntry(content, address, isNew),
    staleTime: 0,
    gcTime: 0,
    // The session has newer data than another read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
  const failure = layout.error ?? loaded.error;
  if (failure) {
    return (
      <LoadFailure
        error={failure}
        onRetry={() => void Promise.all([layout.refetch(), loaded.refetch()])}
      />
    );
  }
  if (!layout.data || loaded.data === undefined) return <Skeleton rows={6} />;
  return (
    <OpenEntry
      type={type}
      address={address}
      {...layout.data}
      loaded={loaded.data}
      onCreated={onCreated}
    />
  );
}

/** Null for a new entry, and for a single type that has never been saved. */
async function readEntry(
  content: ReturnType<typeof useApi>['content'],
  address: DocumentAddress,
  isNew: boolean,
): Promise<EntryResponse | null> {
  if (isNew) return null;
  try {
    return await content.read(address, { relations: TARGETS_AT_ONCE });
  } catch (error) {
    if (address.isSingle && hasStatus(error, 404)) return null;
    throw error;
  }
}

interface OpenEntryProps {
  readonly type: ContentType;
  readonly address: DocumentAddress;
  readonly layout: FormLayout;
  readonly components: ComponentForms;
  readonly loaded: EntryResponse | null;
  readonly onCreated: (documentId: string) => void;
}

function OpenEntry({
  type,
  address,
  layout,
  components,
  loaded,
  onCreated,
}: OpenEntryProps): ReactNode {
  const t = useT();
  const { content } = useApi();
  const project = useProject();
  const navigate = useNavigate();
  const toast = useToast();
  const visible = useMemo(() => visibleLayout(layout, type, project), [layout, type, project]);
  const [session] = useState(
    () =>
      new EntrySession({
        content,
        address,
        form: formOf(visible, type, { project, components, isStored: isStored(loaded) }),
        adminId: project.administrator.id,
        hasDrafts: type.hasDrafts,
        loaded,
        initial: sharedValues(type, loaded),
        onMerged: ({ fields, by }) =>
          toast({
            text: t('merge.done', { name: by || t('somebody'), fields: fields.join(', ') }),
          }),
      }),
  );
  useEffect(() => session.start(), [session]);
  useEffect(
    () =>
      session.state.subscribe(() => {
        const { documentId } = session.state.get();
        if (documentId === null || address.documentId !== null || type.isSingle) return;
        if (!location.pathname.endsWith(`/${NEW}`)) return;
        onCreated(documentId);
        void navigate({
          to: '/content-manager/collection-types/$uid/$documentId',
          params: { uid: type.uid, documentId },
          search: (previous: object) => previous,
          replace: true,
        });
      }),
    [session, address, type, navigate, onCreated],
  );
  return (
    <SessionContext value={session}>
      <EntryScreen type={type} layout={visible} />
    </SessionContext>
  );
}

function isStored(loaded: EntryResponse | null): boolean {
  return loaded !== null && Object.keys(loaded.entry).length > 0;
}

/** Removes fields that the user may not read. */
function visibleLayout(
  layout: FormLayout,
  { uid }: ContentType,
  { permissions }: Project,
): FormLayout {
  const isVisible = (field: FormLayout['rows'][number][number] | null): boolean =>
    field !== null &&
    (permissions.mayField('read', uid, field.attribute.name) ||
      permissions.mayField('create', uid, field.attribute.name));
  return {
    title: isVisible(layout.title) ? layout.title : null,
    slug: isVisible(layout.slug) ? layout.slug : null,
    rows: layout.rows.map((row) => row.filter(isVisible)).filter((row) => row.length > 0),
    details: layout.details.filter(isVisible),
  };
}

function formOf(
  layout: FormLayout,
  { uid }: ContentType,
  {
    project,
    components,
    isStored: hasEntry,
  }: {
    readonly project: Project;
    readonly components: ComponentForms;
    readonly isStored: boolean;
  },
): FormModel {
  const fields = [layout.title, layout.slug, ...layout.rows.flat(), ...layout.details].filter(
    (field) => field !== null,
  );
  const action = hasEntry ? 'update' : 'create';
  return new FormModel(
    fields,
    (name) => project.permissions.mayField(action, uid, name),
    components,
  );
}

/** A new locale starts with the shared values of the document. */
function sharedValues({ attributes }: ContentType, loaded: EntryResponse | null): JsonObject {
  if (loaded === null || isStored(loaded)) return {};
  const [other = {}] = objectsOf(loaded.meta['availableLocales']);
  return Object.fromEntries(
    Object.entries(other).filter(([name]) => attributes.get(name)?.isLocalized === false),
  );
}
