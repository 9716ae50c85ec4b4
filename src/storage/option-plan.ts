// In charge of what a start makes of drafts and locales that were switched on or off since the last one
// (docs/strapi/differences.md, D10): our own record is held against the schemas, and against what Strapi stored of them
// where it ran after us.
import { createHash } from 'node:crypto';
import { toRecord, valueAt } from '../schema/raw.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import { typeOptions as columns } from './quoin-tables.ts';
import { literal } from './literal.ts';
import type { Reading, Row } from './session.ts';

/** What is known of the rows of a type. */
export interface TypeRecord {
  readonly drafts: boolean;
  readonly locales: boolean;
  /** Since when drafts are kept and not served, in milliseconds since 1970; null: none are. */
  readonly draftsKeptSince: number | null;
  /** The locale whose rows are served, beside those without; null: all are. */
  readonly servedLocale: string | null;
  /** Hash of what Strapi had stored; null: nothing. */
  readonly strapiHash: string | null;
}

/** What becomes of the rows of a type. */
export interface OptionPlan {
  readonly type: ContentType;
  /** What is recorded now; null: nothing. */
  readonly former: (TypeRecord & { readonly id: number }) | null;
  /** What is to be recorded. */
  readonly record: TypeRecord;
  /** Drafts were switched on: published rows get theirs. */
  readonly makesDrafts: boolean;
  /** Strapi had drafts off: it deletes drafts, and with them the links of others to them. */
  readonly draftsWereDeleted: boolean;
  /** Locales were switched on: rows without get the default one. */
  readonly fillsLocales: boolean;
  /** What Strapi takes the type for; null: it does not know of it. */
  strapi(): StoredOptions | null;
}

/** Options as Strapi left them. */
export interface StoredOptions {
  readonly drafts: boolean;
  readonly locales: boolean;
}

/** What others left about types. */
export interface Left {
  readonly records: ReadonlyMap<string, TypeRecord & { readonly id: number }>;
  /** What Strapi stored of its schemas, as text; null: nothing. */
  readonly stored: string | null;
  readonly defaultLocale: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Reads what there is to do. @param isThere Says which tables a database has that was not brought to its layout */
export function* readOptionPlans(
  registry: Registry,
  defaultLocale: string,
  isThere: (table: string) => boolean = () => true,
): Reading<readonly OptionPlan[]> {
  const rows = isThere(columns.table) ? yield* readRecords() : [];
  const stored = isThere('strapi_core_store_settings') ? yield* readStored() : null;
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

function* readRecords(): Reading<readonly Row[]> {
  const { uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash } = columns;
  const values = [uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash].join(', ');
  const [rows = []] = yield [{ sql: `select id, ${values} from ${columns.table}`, values: [] }];
  return rows;
}

/** What Strapi stored of its schemas, as text. */
function* readStored(): Reading<string | null> {
  const key = literal('strapi_content_types_schema');
  const sql = `select value from strapi_core_store_settings where key = ${key} order by id`;
  const [settings = []] = yield [{ sql, values: [] }];
  const text = settings[0]?.[0];
  return typeof text === 'string' ? text : null;
}

/**
 * What there is to do. Who wrote last knows what the rows are like: Strapi where what it stored is not what it was when
 * we recorded. Where nobody knows, nothing happens, as with Strapi.
 */
export function planOptions(
  registry: Registry,
  { records, stored, defaultLocale, now }: Left,
): readonly OptionPlan[] {
  const hash = stored === null ? null : createHash('sha256').update(stored).digest('hex');
  let parsed: Readonly<Record<string, unknown>> | undefined;
  // The text is large, and most starts need nothing of it.
  const strapi = (uid: string): StoredOptions | null =>
    toOptions((parsed ??= toRecord(parseStored(stored)))[uid]);
  return [...registry.contentTypes.values()].map((type) => {
    const former = records.get(type.uid) ?? null;
    const later = former?.strapiHash === hash ? null : strapi(type.uid);
    const last = later ?? former;
    const drafts = type.draftAndPublish;
    const locales = type.localized;
    // Strapi removes what is off only where it knew that it was on: so what either of us knows of may be there.
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
      // What was made while they were off has none, whoever switched them on again.
      makesDrafts: drafts && (former?.drafts === false || last?.drafts === false),
      draftsWereDeleted: drafts && later?.drafts === false,
      fillsLocales: locales && (former?.locales === false || last?.locales === false),
      strapi: () => strapi(type.uid),
    };
  });
}

/** True where a start has nothing to do for a type. */
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

function parseStored(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
