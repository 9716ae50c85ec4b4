// Finds the rows of other versions of documents.
import { versionsOf } from '../../storage/statements/document-versions.ts';
import type { Status } from '../../query/params.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { WriteContext } from '../write-context.ts';
import { hasVersions } from './model-links.ts';

/** The version of the target of a link; null for the same as that of the source. */
export interface VersionSelector {
  readonly status: Status | null;
  readonly locale: string | null;
}

/** A document in a locale. */
export interface Localization {
  readonly documentId: string;
  readonly locale: string | null;
}

/** A version of a document in a locale. */
export interface DocumentVersion extends Localization {
  readonly status: Status;
}

/** The versions of documents. */
export interface Versions {
  /** The rows of a version of a row's document; the row itself if its type has no versions. */
  rowsOf(uid: string, row: number, requested: VersionSelector): readonly number[];
  /** The description of a version that does not exist. */
  missing(uid: string, row: number, requested: VersionSelector): DocumentVersion | null;
}

interface Version extends Localization {
  readonly id: number;
  readonly isDraft: boolean;
}

interface DocumentVersions {
  readonly self: Version;
  readonly all: readonly Version[];
}

/**
 * Reads all rows of the documents of some rows, with one statement for each type.
 * @param rows Row ids by type
 * @param options `replaced`: rows to be ignored; `acrossLocales`: includes other locales
 */
export function* readVersions(
  context: WriteContext,
  rows: ReadonlyMap<string, ReadonlySet<number>>,
  { replaced, acrossLocales }: VersionOptions,
): WriteSteps<Versions> {
  const { registry, layout } = context;
  const types = [...rows].flatMap(([uid, ids]) => {
    const type = registry.contentType(uid);
    return hasVersions(type) && ids.size > 0 ? [{ type, ids }] : [];
  });
  const queries = types.map(({ type, ids }) => {
    const sameLocale = !(acrossLocales && type.localized);
    const table = layout.table(type.uid);
    return versionsOf(context, { table, rows: [...ids], sameLocale });
  });
  const found = queries.length > 0 ? yield queries : [];
  const descriptions = new Map(
    types.map(({ type: { uid } }, i) => [
      uid,
      toKnown(found[i] ?? [], replaced.get(uid) ?? NO_ROWS),
    ]),
  );
  const localeOf = (uid: string, self: Version, { locale }: VersionSelector): string | null =>
    locale !== null && registry.contentType(uid).localized ? locale : self.locale;
  return {
    rowsOf: (uid, row, requested) => {
      const type = registry.contentType(uid);
      if (!hasVersions(type)) return [row];
      const found = descriptions.get(uid)?.get(row);
      if (!found) return [];
      const locale = localeOf(uid, found.self, requested);
      const isDraft = requested.status === null ? found.self.isDraft : requested.status === 'draft';
      return found.all
        .filter((each) => each.locale === locale)
        .filter((each) => !type.draftAndPublish || each.isDraft === isDraft)
        .map(({ id }) => id);
    },
    missing: (uid, row, requested) => {
      const self = descriptions.get(uid)?.get(row)?.self;
      if (!self) return null;
      const own = self.isDraft ? 'draft' : 'published';
      const status = registry.contentType(uid).draftAndPublish
        ? (requested.status ?? own)
        : 'published';
      return { documentId: self.documentId, locale: localeOf(uid, self, requested), status };
    },
  };
}

interface VersionOptions {
  readonly replaced: ReadonlyMap<string, ReadonlySet<number>>;
  readonly acrossLocales: boolean;
}

const NO_ROWS: ReadonlySet<number> = new Set();

function toKnown(
  pairs: readonly (readonly unknown[])[],
  replaced: ReadonlySet<number>,
): ReadonlyMap<number, DocumentVersions> {
  const byRow = new Map<number, { self: Version | null; all: Version[] }>();
  for (const [row, document, , other, locale, publishedAt] of pairs) {
    const entry = byRow.get(Number(row)) ?? { self: null, all: [] };
    byRow.set(Number(row), entry);
    const version = {
      id: Number(other),
      documentId: String(document),
      locale: locale === null ? null : String(locale),
      isDraft: publishedAt === null,
    };
    if (version.id === Number(row)) entry.self = version;
    if (!replaced.has(version.id)) entry.all.push(version);
  }
  return new Map(
    [...byRow].flatMap(([row, { self, all }]) => (self ? [[row, { self, all }] as const] : [])),
  );
}
