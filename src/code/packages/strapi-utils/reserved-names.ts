// Reserved names of attributes and models. A name ending in `*` is a prefix.
import {
  ALWAYS_RESERVED_ATTRIBUTES,
  RESERVED_MODELS,
} from '../../../model/request/reserved-names.ts';
import { toSnakeCase } from './words.ts';

export {
  ALWAYS_RESERVED_ATTRIBUTES as RESERVED_ATTRIBUTE_NAMES,
  RESERVED_MODELS as RESERVED_MODEL_NAMES,
};

/** In types with drafts. */
export const RESERVED_ATTRIBUTE_NAMES_DRAFT_PUBLISH: readonly string[] = ['status'];

interface DraftOption {
  /** True by default. */
  readonly draftAndPublish?: boolean;
}

export function getReservedAttributeNames({ draftAndPublish = true }: DraftOption = {}): string[] {
  const ofDrafts = draftAndPublish ? RESERVED_ATTRIBUTE_NAMES_DRAFT_PUBLISH : [];
  return [...ALWAYS_RESERVED_ATTRIBUTES, ...ofDrafts];
}

export function getReservedModelNames(): string[] {
  return [...RESERVED_MODELS];
}

export function isReservedAttributeName(name: string, option: DraftOption = {}): boolean {
  return isListed(name, getReservedAttributeNames(option));
}

export function isReservedModelName(name: string): boolean {
  return isListed(name, RESERVED_MODELS);
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
