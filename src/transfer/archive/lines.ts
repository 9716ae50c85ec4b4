// In charge of the words for Strapi's archive of a project's content: the entries of the tar file and what their lines
// say (docs/strapi/archives.md).
import type { Model } from '../../schema/types.ts';
import { RELEASE, RELEASE_ACTION } from '../../schema/built-in/uids.ts';

/** The folders of an archive, in the order in which it holds them; the last entry is `metadata.json`. */
export const STAGES = ['schemas', 'entities', 'assets', 'links', 'configuration'] as const;
export type Stage = (typeof STAGES)[number];

/** The last entry of an archive. */
export const METADATA = 'metadata.json';

/** One row of a content-type, with the component rows that hang on it. */
export interface EntityLine {
  /** uid of the content-type. */
  readonly type: string;
  /** Id of the row where it came from: links refer to it. */
  readonly id: number;
  /** Values by attribute name; components stand in their place, with their `id` and, in a zone, `__component`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** One end of a link. */
export interface LinkEnd {
  /** uid of a content-type or component. */
  readonly type: string;
  /** Id of a row; of `localizations` the right end is a documentId. */
  readonly ref: number | string;
  /** Name of the attribute; the right end of a one-way relation has none. */
  readonly field?: string;
  /** Place among the links of the other end: on the left the order column, on the right the inverse one. NULL is null. */
  readonly pos?: number | null;
}

/** One link between two rows, told from the side that owns it. */
export interface LinkLine {
  readonly kind: 'relation.basic' | 'relation.circular' | 'relation.morph';
  /** The relation as the left attribute declares it. */
  readonly relation: string;
  readonly left: LinkEnd;
  readonly right: LinkEnd;
}

/** A row of Strapi's key-value table, its value parsed, or a webhook. */
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

/** Built-in types outside of `admin::` whose rows stay where they are. */
const STAY: ReadonlySet<string> = new Set([RELEASE, RELEASE_ACTION]);

/** Whether the rows of a content-type are part of an archive: what administrators and planned releases are is not. */
export function isTransferred({ uid }: Pick<Model, 'uid'>): boolean {
  return !uid.startsWith('admin::') && !STAY.has(uid);
}
