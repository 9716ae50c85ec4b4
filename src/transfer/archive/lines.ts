// Types of Strapi's archives: the entries of the tar file and their lines (docs/strapi/archives.md).
import type { Model } from '../../schema/types.ts';
import { RELEASE, RELEASE_ACTION } from '../../schema/built-in/uids.ts';

/** Folders of an archive in order; the last entry is `metadata.json`. */
export const STAGES = ['schemas', 'entities', 'assets', 'links', 'configuration'] as const;
export type ArchiveStage = (typeof STAGES)[number];

/** The last entry of an archive. */
export const METADATA = 'metadata.json';

/** A row of a content-type with its components. */
export interface EntityLine {
  /** Uid of the content-type. */
  readonly type: string;
  /** Original row id, to which links refer. */
  readonly id: number;
  /** Values by attribute; components are nested, with their `id` and, in a dynamic zone, `__component`. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LinkEnd {
  /** Uid of a content-type or component. */
  readonly type: string;
  /** Row id; for the right end of `localizations`, a documentId. */
  readonly ref: number | string;
  /** Name of the attribute; missing on the right end of a unidirectional relation. */
  readonly field?: string;
  /**
   * Position among the links of the other end: the order column on the left, the inverse order on the right. Null for
   * NULL.
   */
  readonly pos?: number | null;
}

/** A link between two rows, from the owning side. */
export interface LinkLine {
  readonly kind: 'relation.basic' | 'relation.circular' | 'relation.morph';
  /** The relation of the left attribute. */
  readonly relation: string;
  readonly left: LinkEnd;
  readonly right: LinkEnd;
}

/** A row of Strapi's key-value table with its parsed value, or a webhook. */
export type ConfigurationLine =
  | {
      readonly type: 'core-store';
      readonly value: {
        readonly id: number;
        readonly key: string;
        readonly value: unknown;
        readonly type: string | null;
        readonly environment: string | null;
        readonly tag: string | null;
      };
    }
  | { readonly type: 'webhook'; readonly value: Readonly<Record<string, unknown>> };

/** Built-in types besides `admin::` whose rows are not transferred. */
const EXCLUDED: ReadonlySet<string> = new Set([RELEASE, RELEASE_ACTION]);

/** Returns true if archives contain the rows of a content-type; administrators and releases are excluded. */
export function isTransferred({ uid }: Pick<Model, 'uid'>): boolean {
  return !uid.startsWith('admin::') && !EXCLUDED.has(uid);
}
