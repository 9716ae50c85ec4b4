// Dependencies of the services of the content-manager.
import type { OnDemand } from '../base/on-demand.ts';
import type { Caller } from '../documents/content-events.ts';
import type { EntryTags } from '../documents/preconditions/entry-tags.ts';
import type { ReadMiddleware } from '../documents/read-hooks.ts';
import type { WriteContext } from '../documents/write-context.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import type { Reader } from '../query/read.ts';
import type { Registry } from '../schema/registry.ts';
import type { RawDefinition } from '../schema/types.ts';
import type { Database } from '../storage/database.ts';
import type { DefaultLocale } from '../storage/settings/default-locale.ts';
import type { Messages } from './presence.ts';

/** The version of an entry to preview, as sent in the request. */
export interface PreviewedEntry {
  readonly documentId: unknown;
  readonly locale: unknown;
  readonly status: unknown;
}

/** `preview.config.handler` of config/admin. @returns a URL, or nothing if the entry has no page */
export type PreviewHandler = (uid: string, entry: PreviewedEntry) => unknown;

export interface ContentManagerDependencies {
  /** The content model as administrators see it. */
  readonly registry: Registry;
  /** Reads entries with the access of administrators. */
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  /** Entity tags of entries. */
  readonly tags: OnDemand<EntryTags>;
  readonly context: WriteContext;
  readonly database: Database;
  readonly locale: DefaultLocale;
  /** Content-types and components of the project and built-in ones, in Strapi's order. */
  readonly definitions: () => readonly RawDefinition[];
  /** The preview handler of the project, or null. */
  readonly preview: PreviewHandler | null;
  /** Channel to the other workers on the same port; null for a single process. */
  readonly messages: Messages | null;
  /** Runs project code around reads; null without project code. */
  readonly readMiddleware: ReadMiddleware | null;
}

/** The administrator in the events of a write. @param id Row id */
export function administrator(id: number): Caller {
  return { kind: 'admin', id };
}
