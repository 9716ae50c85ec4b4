// Names that content-types and attributes must not have (docs/strapi/model-changes.md, "Reserved names").
import { snakeCase } from '../../storage/layout/snake-case.ts';

/** Reserved names of content-types; `*` stands for any string. */
export const RESERVED_MODELS: readonly string[] = [
  'boolean',
  'date',
  'date_time',
  'time',
  'upload',
  'document',
  'then',
  'strapi*',
  '_strapi*',
  '__strapi*',
];

/** Names that are reserved in types without drafts as well. */
export const ALWAYS_RESERVED_ATTRIBUTES: readonly string[] = [
  'id',
  'document_id',
  'created_at',
  'updated_at',
  'published_at',
  'created_by_id',
  'updated_by_id',
  'created_by',
  'updated_by',
  'entry_id',
  'localizations',
  'meta',
  'locale',
  '__component',
  '__contentType',
  'strapi*',
  '_strapi*',
  '__strapi*',
];

/** Reserved names of attributes; `*` stands for any string. */
export const RESERVED_ATTRIBUTES: readonly string[] = [...ALWAYS_RESERVED_ATTRIBUTES, 'status'];

/** Returns true if a name in snake case is in a list. */
export function isReserved(name: string, list: readonly string[]): boolean {
  const snake = snakeCase(name);
  return list.some((reserved) =>
    reserved.endsWith('*') ? snake.startsWith(reserved.slice(0, -1)) : reserved === snake,
  );
}
