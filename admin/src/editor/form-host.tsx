// Host of form controls: provides the open entry and API calls.
import { useMemo, type ReactNode } from 'react';
import { useApi, useCalls } from '../api/api.tsx';
import { createRelationsApi } from '../api/relations.ts';
import {
  HostContext,
  OwnerContext,
  type FieldHost,
  type FieldOwner,
} from '../fields/field-host.ts';
import { MediaContext } from '../fields/media/media-source.ts';
import type { Path } from '../model/document.ts';
import type { CheckTime } from '../model/issues.ts';
import { parseTarget } from '../model/relations.ts';
import { createTarget } from './create-target.ts';
import { FormRows } from './form-rows.tsx';
import { useMediaSource } from './use-media-source.ts';
import { useProject } from './project.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';

/** Page sizes of related entries, and of search results. */
const RELATED = 25;
const FOUND = 50;

function useFaultTime(path: Path): {
  readonly when: CheckTime;
  readonly isRejected: boolean;
} {
  const when = useEntryState((state) => (state.showsFaults ? 'publish' : 'draft'));
  const start = `${path.join('.')}.`;
  const isRejected = useEntryState((state) =>
    Object.keys(state.serverIssues).some((name) => name.startsWith(start)),
  );
  return { when, isRejected };
}

/** Requires an open entry. */
export function FormHost({ children }: { readonly children: ReactNode }): ReactNode {
  const { content } = useApi();
  const relations = useCalls(createRelationsApi);
  const session = useEntrySession();
  const { schema, permissions } = useProject();
  const documentId = useEntryState((state) => state.documentId);
  const host = useMemo<FieldHost>(() => {
    const { locale } = session.address;
    const addressOf = ({ uid, id }: FieldOwner, field: string) => ({ uid, id, field, locale });
    return {
      locale,
      relations: {
        async related(owner, field, page) {
          const found = await relations.related(addressOf(owner, field), {
            page,
            pageSize: RELATED,
          });
          return { targets: found.targets.map(parseTarget).toReversed(), total: found.total };
        },
        async candidates(owner, { field, ...query }, signal) {
          const found = await relations.candidates(
            addressOf(owner, field),
            { ...query, pageSize: FOUND },
            signal,
          );
          return { targets: found.targets.map(parseTarget), total: found.total };
        },
        mayCreate: (uid) => schema.has(uid) && permissions.may('create', uid),
        async create(uid, title) {
          const type = schema.get(uid);
          if (!type) throw new Error(uid);
          return createTarget(content, { type, locale, title });
        },
        addressOf(uid, target) {
          const type = schema.get(uid);
          if (!type?.isDisplayed || !permissions.may('read', uid)) return null;
          const query = target.locale === null ? '' : `?locale=${target.locale}`;
          return type.isSingle
            ? `/admin/content-manager/single-types/${uid}${query}`
            : `/admin/content-manager/collection-types/${uid}/${target.documentId}${query}`;
        },
      },
      store: {
        read: (path) => session.store.read(path),
        write: (path, value) => session.edit(path, value),
        subscribe: (path, notify) => session.store.subscribe(path, notify),
      },
      components: session.form.components,
      Rows: FormRows,
      useFaultTime,
      fill: (path, complete) => session.store.fill(path, complete),
    };
  }, [content, relations, session, schema, permissions]);
  const media = useMediaSource();
  const owner = useMemo<FieldOwner>(
    () => ({ uid: session.uid, id: documentId, path: [] }),
    [session, documentId],
  );
  return (
    <HostContext value={host}>
      <MediaContext value={media}>
        <OwnerContext value={owner}>{children}</OwnerContext>
      </MediaContext>
    </HostContext>
  );
}
