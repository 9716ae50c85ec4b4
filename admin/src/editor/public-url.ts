// REST API URL of the published version of an entry.
import { useProject, type Project } from './project.tsx';
import type { EntrySession } from './entry-session.ts';
import { useEntrySession, useEntryState } from './session-context.tsx';

/** Returns the URL of a published entry, or null if its type has no routes. */
export function publicUrl(
  { schema, restPrefix }: Pick<Project, 'schema' | 'restPrefix'>,
  { address, state }: Pick<EntrySession, 'address' | 'state'>,
): string | null {
  const type = schema.get(address.uid);
  const { documentId } = state.get();
  if (!type || type.restPath === null) return null;
  if (!type.isSingle && documentId === null) return null;
  const query = new URLSearchParams({ populate: '*' });
  if (address.locale !== null) query.set('locale', address.locale);
  const path = type.isSingle ? type.restPath : `${type.restPath}/${String(documentId)}`;
  return `${restPrefix}${path}?${String(query)}`;
}

/** Returns the URL of the open entry, or null if it is not published. */
export function usePublicUrl(): string | null {
  const project = useProject();
  const session = useEntrySession();
  const isPublic = useEntryState(
    ({ isStored, info }) => isStored && (info.status === null || info.published !== null),
  );
  return isPublic ? publicUrl(project, session) : null;
}
