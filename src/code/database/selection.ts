// Selected columns: the engine reads the id of every row, but code gets it only if it is selected.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Fields, Row } from '../strapi/code-values.ts';

/** Whether ids are returned, for the rows and for populated rows. */
export interface Selection {
  readonly id: boolean;
  readonly documentId: boolean;
  readonly children: ReadonlyMap<string, Selection>;
  /** Number of related rows that are skipped. */
  readonly offset: number;
  /** Maximum number of related rows that are returned; null for all. */
  readonly limit: number | null;
}

/** Removes unselected values from rows. @returns the same rows */
export function selected(rows: Row[], selection: Selection): Row[] {
  if (isEverything(selection)) return rows;
  for (const row of rows) select(row, selection);
  return rows;
}

function select(row: Fields, { id, documentId, children }: Selection): void {
  if (!id) delete row['id'];
  if (!documentId) delete row['documentId'];
  for (const [name, child] of children) {
    const value = row[name];
    if (Array.isArray(value)) {
      if (child.offset > 0) value.splice(0, child.offset);
      if (child.limit !== null) value.length = Math.min(value.length, child.limit);
      for (const each of value) select(each as Fields, child);
    } else if (typeof value === 'object' && value !== null) {
      if (child.offset > 0) row[name] = null;
      else select(value as Fields, child);
    }
  }
}

function isEverything({ id, documentId, children, offset, limit }: Selection): boolean {
  const isWhole = id && documentId && offset === 0 && limit === null;
  return isWhole && [...children.values()].every(isEverything);
}

/** The models to which an attribute links; empty if it can link to any type. */
export function modelsOf(registry: Registry, attribute: Attribute): readonly Model[] {
  switch (attribute.kind) {
    case 'scalar':
      return [];
    case 'component':
      return [registry.model(attribute.component)];
    case 'dynamiczone':
      // Each row has its type, even if only one type is possible.
      return [];
    case 'media':
      return [registry.model(FILE)];
    default:
      return attribute.target === undefined ? [] : [registry.model(attribute.target)];
  }
}
