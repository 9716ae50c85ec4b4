// In charge of the words for drafts that are made because a type has them again, or from now on.
import { FILE } from '../../schema/built-in/uids.ts';
import type { StoredLink } from '../versions/stored-links.ts';
import type { ModelLink } from '../versions/model-links.ts';

/** A document of the type in one locale. */
export interface DraftedDocument {
  /** Null: it was never published. */
  readonly published: number | null;
  readonly draft: number;
  readonly how: 'made' | 'replaced' | 'kept';
}

/** What the links of drafts depend on. */
export interface Drafting {
  /** The type. */
  readonly uid: string;
  /** The types that get drafts together. */
  readonly switched: ReadonlySet<string>;
  /** Keys of the links that replaced drafts had, with the rows in their place. */
  readonly formerLinks: ReadonlySet<string>;
  /** True where earlier drafts of the type, and the links of others to them, were deleted by another program. */
  readonly wereDeleted: boolean;
}

/** True where the rows on the far side have an attribute of their own for the links, and so each version says its own. */
export function isKnownToBoth({ attribute }: ModelLink): boolean {
  if (attribute.kind === 'relation') {
    return attribute.inversedBy !== undefined || attribute.mappedBy !== undefined;
  }
  return attribute.kind === 'morph' && attribute.target !== undefined && attribute.target !== FILE;
}

/** Equal for links of the same rows through the same attribute. */
export function linkKey({
  link: { uid, attribute },
  near,
  far,
  target,
}: Pick<StoredLink, 'link' | 'near' | 'far' | 'target'>): string {
  return `${uid} ${attribute.name} ${near} ${target} ${far}`;
}
