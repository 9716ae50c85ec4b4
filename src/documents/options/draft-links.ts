// Types for the creation of drafts after they were switched on for a type.
import { FILE } from '../../schema/built-in/uids.ts';
import type { ModelLink } from '../versions/model-links.ts';

/** A document of the type in one locale, after its draft was created. */
export interface DraftedDocument {
  /** Null if it was never published. */
  readonly published: number | null;
  readonly draft: number;
  readonly how: 'made' | 'replaced' | 'kept';
}

export interface DraftLinkOptions {
  /** The type. */
  readonly uid: string;
  /** The types whose drafts are created together. */
  readonly switched: ReadonlySet<string>;
  /** Keys of the links of replaced drafts, with the ids of the new drafts. */
  readonly formerLinks: ReadonlySet<string>;
  /** True if another program deleted earlier drafts of the type and the links to them. */
  readonly wereDeleted: boolean;
}

/** True if the far rows have an inverse attribute, so each version has its own links. */
export function isTwoWay({ attribute }: ModelLink): boolean {
  if (attribute.kind === 'relation') {
    return attribute.inversedBy !== undefined || attribute.mappedBy !== undefined;
  }
  return attribute.kind === 'morph' && attribute.target !== undefined && attribute.target !== FILE;
}
