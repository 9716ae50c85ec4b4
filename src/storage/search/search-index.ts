// Search indexes of a project's types.
import type { Registry } from '../../schema/registry.ts';
import { searchedAttributes } from '../../schema/searched-attributes.ts';
import type { Layout } from '../layout/layout.ts';
import { names } from '../layout/names.ts';
import type { SearchIndex } from './search-dialect.ts';

/** Returns the indexes of types. @param uids Content-types */
export function searchIndexes(
  registry: Registry,
  layout: Layout,
  uids: readonly string[],
): readonly SearchIndex[] {
  return uids.map((uid) => {
    const searched = searchedAttributes(registry.contentType(uid), 'number');
    const attributes = ['id', 'documentId', ...searched];
    const table = layout.table(uid);
    return {
      uid,
      name: names.searchIndex(table),
      table,
      attributes: new Set(attributes),
      columns: attributes.map((attribute) => layout.column(uid, attribute)),
    };
  });
}
