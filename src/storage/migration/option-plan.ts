// Plans what a start must do after drafts or locales were enabled or disabled (docs/strapi/differences.md, D10):
// compares Quoin's record with the schemas, and with what Strapi stored if it ran afterwards.
import { parseStoredJson } from '../../base/json.ts';
import { createHash } from 'node:crypto';
import { toRecord, valueAt } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import { typeOptions as columns } from '../layout/quoin-tables.ts';
import { literal } from '../dialect.ts';
import type { ReadSteps, Row } from '../session.ts';

/** Recorded options of a type. */
export interface TypeRecord {
  readonly drafts: boolean;
  readonly locales: boolean;
  /** Since when drafts are kept but not served, in milliseconds since 1970; null if none are. */
  readonly draftsKeptSince: number | null;
  /** The locale whose rows are served, besides those without one; null for all. */
  readonly servedLocale: string | null;
  /** Hash of what Strapi had stored, or null. */
  readonly strapiHash: string | null;
}

/** What happens to the rows of a type. */
export interface OptionPlan {
  readonly type: ContentType;
  /** The current record, or null. */
  readonly former: (TypeRecord & { readonly id: number }) | null;
  /** The new record. */
  readonly record: TypeRecord;
  /** Drafts were enabled: published rows get drafts. */
  readonly makesDrafts: boolean;
  /** Strapi had drafts disabled and has deleted them, together with the links of other rows to them. */
  readonly draftsWereDeleted: boolean;
  /** Locales were enabled: rows without one get the default locale. */
  readonly fillsLocales: boolean;
  /** Options that Strapi recorded for the type, or null. */
  strapi(): StoredOptions | null;
}

/** Options as Strapi left them. */
export interface StoredOptions {
  readonly drafts: boolean;
  readonly locales: boolean;
}

/** What Strapi and Quoin stored about types. */
export interface StoredState {
  readonly records: ReadonlyMap<string, TypeRecord & { readonly id: number }>;
  /** Schemas that Strapi stored, as text; null for none. */
  readonly stored: string | null;
  readonly defaultLocale: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Plans what there is to do. @param exists Whether a table exists, since the database may not be migrated yet */
export function* readOptionPlans(
  registry: Registry,
  defaultLocale: string,
  exists: (table: string) => boolean = () => true,
): ReadSteps<readonly OptionPlan[]> {
  const rows = exists(columns.table) ? yield* readRecords() : [];
  const stored = exists('strapi_core_store_settings') ? yield* readStored() : null;
  const records = new Map(
    rows.map((row) => [
      String(row[1]),
      {
        id: Number(row[0]),
        drafts: Boolean(row[2]),
        locales: Boolean(row[3]),
        draftsKeptSince: row[4] === null ? null : Number(row[4]),
        servedLocale: row[5] === null ? null : String(row[5]),
        strapiHash: row[6] === null ? null : String(row[6]),
      },
    ]),
  );
  return planOptions(registry, { records, stored, defaultLocale, now: Date.now() });
}

function* readRecords(): ReadSteps<readonly Row[]> {
  const { uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash } = columns;
  const values = [uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash].join(', ');
  const [rows = []] = yield [{ sql: `select id, ${values} from ${columns.table}`, values: [] }];
  return rows;
}

/** Schemas that Strapi stored, as text. */
function* readStored(): ReadSteps<string | null> {
  const key = literal('strapi_content_types_schema');
  const sql = `select value from strapi_core_store_settings where key = ${key} order by id`;
  const [settings = []] = yield [{ sql, values: [] }];
  const text = settings[0]?.[0];
  return typeof text === 'string' ? text : null;
}

/**
 * Plans what there is to do. Whoever wrote last knows the state of the rows: Strapi, if its stored schemas differ
 * from those recorded. If there is no record, nothing happens, as in Strapi.
 */
export function planOptions(
  registry: Registry,
  { records, stored, defaultLocale, now }: StoredState,
): readonly OptionPlan[] {
  const hash = stored === null ? null : createHash('sha256').update(stored).digest('hex');
  let parsed: Readonly<Record<string, unknown>> | undefined;
  // The text is large, and most starts do not need it.
  const strapi = (uid: string): StoredOptions | null =>
    toOptions((parsed ??= toRecord(parseStoredJson(stored)))[uid]);
  return [...registry.contentTypes.values()].map((type) => {
    const former = records.get(type.uid) ?? null;
    const later = former?.strapiHash === hash ? null : strapi(type.uid);
    const last = later ?? former;
    const drafts = type.draftAndPublish;
    const locales = type.localized;
    // Strapi deletes rows only if it knew that the option was enabled, so rows that either of us knows may exist.
    const hadDrafts = former?.drafts === true || last?.drafts === true;
    const hadLocales = former?.locales === true || last?.locales === true;
    const since = hadDrafts ? now : (former?.draftsKeptSince ?? null);
    const served = hadLocales ? defaultLocale : (former?.servedLocale ?? null);
    return {
      type,
      former,
      record: {
        drafts,
        locales,
        draftsKeptSince: drafts ? null : since,
        servedLocale: locales ? null : served,
        strapiHash: hash,
      },
      // Rows created while drafts were disabled have none, regardless of which server enabled drafts again.
      makesDrafts: drafts && (former?.drafts === false || last?.drafts === false),
      draftsWereDeleted: drafts && later?.drafts === false,
      fillsLocales: locales && (former?.locales === false || last?.locales === false),
      strapi: () => strapi(type.uid),
    };
  });
}

/** Returns true if a start has nothing to do for a type. */
export function isUpToDate({ former, record }: OptionPlan): boolean {
  return (
    former !== null &&
    former.drafts === record.drafts &&
    former.locales === record.locales &&
    former.draftsKeptSince === record.draftsKeptSince &&
    former.servedLocale === record.servedLocale &&
    former.strapiHash === record.strapiHash
  );
}

function toOptions(schema: unknown): StoredOptions | null {
  if (schema === undefined) return null;
  return {
    drafts: valueAt(schema, 'options.draftAndPublish') === true,
    locales: valueAt(schema, 'pluginOptions.i18n.localized') === true,
  };
}
