// The attributes that all locales of a document share: those that are visible and not localized, except for relations and
// uids (docs/strapi/publishing.md, "New localizations").
import type { Attribute, ContentType } from './types.ts';

const cache = new WeakMap<ContentType, readonly Attribute[]>();

/** The shared attributes of a type; empty for a type without locales. */
export function sharedAttributes(type: ContentType): readonly Attribute[] {
  const found = cache.get(type);
  if (found) return found;
  const shared = type.localized ? [...type.attributes.values()].filter(isShared) : [];
  cache.set(type, shared);
  return shared;
}

const SYSTEM: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale']);

function isShared(attribute: Attribute): boolean {
  if (attribute.localized || SYSTEM.has(attribute.name)) return false;
  if (attribute.raw['visible'] === false) return false;
  if (attribute.kind === 'scalar') return attribute.type !== 'uid';
  return (
    attribute.kind === 'media' || attribute.kind === 'component' || attribute.kind === 'dynamiczone'
  );
}
