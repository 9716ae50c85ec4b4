// zod schemas of the parameters of the content API, as building blocks for schemas of routes.
import type { z as zod } from 'zod';

/** The schemas by the name of their export. */
export function querySchemas(z: typeof zod): Readonly<Record<string, unknown>> {
  const order = z.enum(['asc', 'desc']);
  const texts = z.array(z.string());
  const number = z.number().int();
  const queryFieldsSchema = z.union([z.string(), texts]);
  const queryPopulateSchema = z.union([z.string(), texts, z.record(z.string(), z.any())]);
  const sortObject = z.record(z.string(), order);
  const querySortSchema = z.union([z.string(), texts, sortObject, z.array(sortObject)]);
  const paginationSchema = z.intersection(
    z.object({ withCount: z.boolean().optional() }),
    z.union([
      z.object({ page: number.positive(), pageSize: number.positive() }),
      z.object({ start: number.min(0), limit: number.positive() }),
    ]),
  );
  const filtersSchema = z.record(z.string(), z.any());
  const localeSchema = z.string();
  const statusSchema = z.enum(['draft', 'published']);
  const searchQuerySchema = z.string();
  return {
    queryFieldsSchema,
    queryPopulateSchema,
    querySortSchema,
    paginationSchema,
    filtersSchema,
    localeSchema,
    statusSchema,
    searchQuerySchema,
    queryParameterSchemas: {
      fields: queryFieldsSchema,
      populate: queryPopulateSchema,
      sort: querySortSchema,
      pagination: paginationSchema,
      filters: filtersSchema,
      locale: localeSchema,
      status: statusSchema,
      _q: searchQuerySchema,
    },
  };
}

/** The names of the exports. */
export const QUERY_SCHEMAS: readonly string[] = [
  'queryFieldsSchema',
  'queryPopulateSchema',
  'querySortSchema',
  'paginationSchema',
  'filtersSchema',
  'localeSchema',
  'statusSchema',
  'searchQuerySchema',
  'queryParameterSchemas',
];
