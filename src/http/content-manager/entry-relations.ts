// `relations=25`: adds related entries to the response with an entry, so that a form needs no request for each
// relation.
import { invalidInput } from '../../base/errors.ts';
import type { EntrySubject } from '../../content-manager/entry-access.ts';
import type { EntryResponse } from '../../content-manager/entry-view.ts';
import { textOf, toNumber } from '../../query/parse/values.ts';
import { entryJson, type ManagerRequest } from './manager-request.ts';
import type { RouteResponse } from '../response/response.ts';

/** Greatest number of entries of a relation. */
const MAX_RELATIONS = 100;

/** The response with an entry, and with its relations in `meta` if they are requested. @throws ValidationError */
export async function entryWithRelations(
  request: ManagerRequest,
  subject: EntrySubject,
  read: () => Promise<EntryResponse>,
): Promise<RouteResponse> {
  const { manager, query } = request;
  const size = sizeOf(textOf(query['relations']));
  const entry = await read();
  const { documentId } = entry.data;
  if (size === null || typeof documentId !== 'string') return entryJson(entry);
  const relations = await manager.relations.ofEntry(subject, documentId, { query, size });
  return entryJson({ ...entry, meta: { ...entry.meta, relations } });
}

function sizeOf(text: string | null): number | null {
  if (text === null || text === '') return null;
  const size = toNumber(text);
  if (!Number.isSafeInteger(size) || size < 1 || size > MAX_RELATIONS) {
    throw invalidInput(
      ['relations'],
      `Invalid input: expected a number from 1 to ${MAX_RELATIONS}`,
    );
  }
  return size;
}
