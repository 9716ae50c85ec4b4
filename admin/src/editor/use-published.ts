// Published version of the open entry.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api.tsx';
import type { Document } from '../model/document.ts';
import { differentFields } from '../model/differences.ts';
import { useDocument, useEntrySession, useEntryState } from './session-context.tsx';

/** Draft and published version. */
export interface PublishedVersion {
  readonly published: Document;
  /** Names of changed fields. */
  readonly changed: readonly string[];
}

/** Returns null while loading, and for unpublished entries. */
export function usePublished(): PublishedVersion | null {
  const { content } = useApi();
  const { form, address } = useEntrySession();
  const at = useEntryState((state) => state.info.published?.at?.getTime() ?? null);
  const draft = useDocument();
  const { data } = useQuery({
    queryKey: ['published', address, at],
    queryFn: () => content.read(address, { status: 'published' }),
    enabled: at !== null,
    staleTime: Infinity,
  });
  if (!data || at === null) return null;
  const published = form.parse(data.entry);
  return { published, changed: differentFields(published, draft, form.editable) };
}
