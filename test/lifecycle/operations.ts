// Types of steps, with names that both the model and the engine understand.

/** A document as a link names it (docs/strapi/publishing.md, "Links between versions and locales"). */
export interface Target {
  readonly document: string;
  readonly locale?: string;
  readonly status?: 'draft' | 'published';
}

export type Position = 'start' | 'end' | { readonly before: string } | { readonly after: string };

export interface Connected extends Target {
  readonly position: Position;
}

/** A change of one relation. */
export type LinkChange =
  | { readonly set: readonly Target[] }
  | { readonly connect: readonly Connected[]; readonly disconnect: readonly Target[] };

/** Values by attribute; omitted attributes stay unchanged. */
export interface EntryInput {
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly links: Readonly<Record<string, LinkChange>>;
  readonly parts: Readonly<Record<string, readonly PartInput[]>>;
}

export interface PartInput extends EntryInput {
  readonly component: string;
  /** Index of the component that is kept and changed; null: a new one. */
  readonly keep: number | null;
}

/** `en`, `fr`, several of them, or `*`. */
export type Locales = string | readonly string[];

export type Operation =
  | {
      readonly kind: 'create' | 'update';
      readonly document: string;
      readonly locale: string;
      readonly status: 'draft' | 'published';
      readonly input: EntryInput;
    }
  | {
      readonly kind: 'publish' | 'unpublish' | 'discardDraft' | 'delete';
      readonly document: string;
      readonly locale: Locales;
    };

export const DEFAULT_LOCALE = 'en';
export const LOCALES: readonly string[] = ['en', 'fr'];
