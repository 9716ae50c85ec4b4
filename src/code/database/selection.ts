// The columns that code has selected: the engine reads the id of every row, but code gets it only if it is selected.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Fields, Row } from '../strapi/strapi.ts';

/** Which ids of rows are returned, and the same for what is populated. */
export interface Selection {
  readonly id: boolean;
  readonly documentId: boolean;
  readonly children: ReadonlyMap<string, Selection>;
  /** How many of the related rows are returned; null: all. */
  readonly limit: number | null;
}

/** Takes out of rows what was not selected. @returns the same rows */
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
      if (child.limit !== null) value.length = Math.min(value.length, child.limit);
      for (const each of value) select(each as Fields, child);
    } else if (typeof value === 'object' && value !== null) select(value as Fields, child);
  }
}

function isEverything({ id, documentId, children, limit }: Selection): boolean {
  return id && documentId && limit === null && [...children.values()].every(isEverything);
}

/** The models of the rows that an attribute links to; empty if it may link to any type. */
export function modelsOf(registry: Registry, attribute: Attribute): readonly Model[] {
  switch (attribute.kind) {
    case 'scalar':
      return [];
    case 'component':
      return [registry.model(attribute.component)];
    case 'dynamiczone':
      // Each of the rows is marked by its type, even if there is only one.
      return [];
    case 'media':
      return [registry.model(FILE)];
    default:
      return attribute.target === undefined ? [] : [registry.model(attribute.target)];
  }
}
