// Reserved names of attributes and models. A name ending in `*` is a prefix.
import { toSnakeCase } from './words.ts';

const OWN_PREFIXES = ['strapi*', '_strapi*', '__strapi*'];

export const RESERVED_ATTRIBUTE_NAMES: readonly string[] = [
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
  ...OWN_PREFIXES,
];

/** In types with drafts. */
export const RESERVED_ATTRIBUTE_NAMES_DRAFT_PUBLISH: readonly string[] = ['status'];

export const RESERVED_MODEL_NAMES: readonly string[] = [
  'boolean',
  'date',
  'date_time',
  'time',
  'upload',
  'document',
  'then',
  ...OWN_PREFIXES,
];

interface DraftOption {
  /** True by default. */
  readonly draftAndPublish?: boolean;
}

export function getReservedAttributeNames({ draftAndPublish = true }: DraftOption = {}): string[] {
  const ofDrafts = draftAndPublish ? RESERVED_ATTRIBUTE_NAMES_DRAFT_PUBLISH : [];
  return [...RESERVED_ATTRIBUTE_NAMES, ...ofDrafts];
}

export function getReservedModelNames(): string[] {
  return [...RESERVED_MODEL_NAMES];
}

export function isReservedAttributeName(name: string, option: DraftOption = {}): boolean {
  return isListed(name, getReservedAttributeNames(option));
}

export function isReservedModelName(name: string): boolean {
  return isListed(name, RESERVED_MODEL_NAMES);
}

export function findDraftAndPublishReservedAttributeNames(names: Iterable<string>): string[] {
  return [...names].filter((name) => isListed(name, RESERVED_ATTRIBUTE_NAMES_DRAFT_PUBLISH));
}

/** Names are compared in the form of column names. */
function isListed(name: string, list: readonly string[]): boolean {
  const column = toSnakeCase(name);
  return list.some((each) =>
    each.endsWith('*') ? column.startsWith(each.slice(0, -1)) : column === each,
  );
}
