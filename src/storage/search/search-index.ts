// In charge of which indexes of texts the types of a project have.
import type { Registry } from '../../schema/registry.ts';
import { searchedAttributes } from '../../schema/searched-attributes.ts';
import type { Layout } from '../layout.ts';
import { names } from '../names.ts';
import type { SearchIndex } from './search-dialect.ts';

/** The indexes of types. @param uids Of content-types */
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
