// In charge of types whose drafts or locales were switched off: their other rows are kept and not served
// (docs/strapi/differences.md, D10).
import type { Registry } from '../schema/registry.ts';
import { readOptionPlans, type TypeRecord } from './option-plan.ts';
import type { Reading } from './session.ts';

/** The rows of a type that are served, where not all are. */
export interface ServedRows {
  /** Drafts were switched off: the rows that were published. */
  readonly publishedOnly: boolean;
  /** Locales were switched off: the rows of one locale, and those without. Null: all. */
  readonly locale: string | null;
}

/** The types of which not all rows are served, by uid. */
export function* readServedRows(
  registry: Registry,
  defaultLocale: string,
): Reading<ReadonlyMap<string, ServedRows>> {
  const plans = yield* readOptionPlans(registry, defaultLocale);
  return new Map(
    plans.flatMap(({ type, record }) => {
      const served = servedRows(record);
      return served ? [[type.uid, served] as const] : [];
    }),
  );
}

function servedRows({ draftsKeptSince, servedLocale }: TypeRecord): ServedRows | null {
  if (draftsKeptSince === null && servedLocale === null) return null;
  return { publishedOnly: draftsKeptSince !== null, locale: servedLocale };
}
