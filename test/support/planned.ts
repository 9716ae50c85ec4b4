// Plans of queries on project kitchen, and errors of planning.
import { AppError } from '../../src/base/errors.ts';
import { fullAccess, type ReadAccess } from '../../src/query/access.ts';
import type { ReadParams } from '../../src/query/params.ts';
import { parseRead } from '../../src/query/parse.ts';
import { parseQueryString } from '../../src/query/parse/query-string.ts';
import type { ReadPlan } from '../../src/query/plan.ts';
import { planRead, type RowKey } from '../../src/query/planner.ts';
import { kitchenRegistry } from './vendored-projects.ts';

const registry = kitchenRegistry();
const limits = { defaultLimit: 25, maxLimit: 100, withCount: true };

/** Target and permissions of a query. Default: a list of articles with full access. */
export interface QueryTarget {
  readonly type?: string;
  readonly access?: ReadAccess;
  readonly one?: RowKey | null;
}

/** @throws AppError */
export function plan(
  query: string,
  { type = 'article', access = fullAccess, one = null }: QueryTarget = {},
): ReadPlan {
  const params = parsed(query, { type, one });
  return planParams(params, { type, access, one });
}

/** Parses a query. @throws AppError */
export function parsed(
  query: string,
  { type = 'article', one = null }: QueryTarget = {},
): ReadParams {
  const model = registry.contentType(`api::${type}.${type}`);
  return parseRead(parseQueryString(query), {
    paging: one ? 'none' : 'nested',
    severalLocales: one === null,
    isWrite: false,
    drafts: model.draftAndPublish,
    localized: model.localized,
    limits,
    checksRange: true,
    versionFilters: true,
    strictRoots: false,
    strictDocuments: false,
  });
}

/** Plans parsed parameters. @throws AppError */
export function planParams(
  params: ReadParams,
  { type = 'article', access = fullAccess, one = null }: QueryTarget = {},
): ReadPlan {
  const model = registry.contentType(`api::${type}.${type}`);
  return planRead({ type: model, one }, params, { registry, access, defaultLocale: 'en' });
}

/** Details of the error that a query causes. */
export function rejection(query: string, target: QueryTarget = {}): unknown {
  try {
    plan(query, target);
  } catch (error) {
    if (error instanceof AppError) return error.details;
    throw error;
  }
  return 'nothing was rejected';
}
