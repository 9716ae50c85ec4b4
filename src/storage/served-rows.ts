// Types whose drafts or locales were disabled: their other rows are kept but not served (docs/strapi/differences.md,
// D10).
import type { Registry } from '../schema/registry.ts';
import { readOptionPlans, type TypeRecord } from './migration/option-plan.ts';
import type { ReadSteps } from './session.ts';

/** Which rows of a type are served. */
export interface ServedRows {
  /** Drafts were disabled: only published rows. */
  readonly publishedOnly: boolean;
  /** Locales were disabled: only rows with this locale or without one; null for all. */
  readonly locale: string | null;
}

/** Types with restricted rows, by uid. */
export function* readServedRows(
  registry: Registry,
  defaultLocale: string,
): ReadSteps<ReadonlyMap<string, ServedRows>> {
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
