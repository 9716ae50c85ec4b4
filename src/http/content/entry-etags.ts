// Entity tags on content routes: in the ETag of an entry that is read, and in the conditions of writes
// (docs/decisions/0029). Loaded on demand.
import type { EntryTags } from '../../documents/entry-tags.ts';
import { TaggedWrite } from '../../documents/tagged-write.ts';
import type { TaggedEntry } from '../../documents/tagged-write.ts';
import type { QueryRequest, Reader } from '../../query/read.ts';
import { parseIfMatch } from '../routing/if-match.ts';

/** An entity tag, and the tables that it depends on. */
export interface EntryTag {
  readonly tag: string;
  readonly tables: readonly string[];
}

/** Reads the entity tag of the entry that a query finds; null if it finds none. Two statements. @param request Was planned before */
export async function readEntryTag(
  { reader, tags }: { readonly reader: Reader; readonly tags: EntryTags },
  request: Omit<QueryRequest, 'query'> & { readonly query: string },
): Promise<EntryTag | null> {
  const { populate: _, ...rows } = reader.parse(request.query);
  const query = { ...rows, fields: 'documentId' };
  const { entries } = await reader.objects(reader.prepareQuery({ ...request, query }));
  const id = entries[0]?.['id'];
  const { uid } = request.type;
  const tag = typeof id === 'number' ? await tags.read(uid, id) : null;
  return tag === null ? null : { tag, tables: tags.tables(uid) };
}

/** The steps of a write with an `If-Match` header. @throws ValidationError for an invalid header */
export function conditionalWrite(
  tags: EntryTags,
  entry: Omit<TaggedEntry, 'ifMatch' | 'after'>,
  header: string,
): TaggedWrite {
  return new TaggedWrite(tags, { ...entry, ifMatch: parseIfMatch(header), after: 'written' });
}
