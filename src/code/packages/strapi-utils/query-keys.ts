// Parameters that the content API knows.

/** Of the content API and of documents. */
export const SHARED_QUERY_PARAM_KEYS: readonly string[] = [
  'filters',
  'sort',
  'fields',
  'populate',
  'status',
  'locale',
  'page',
  'pageSize',
  'start',
  'limit',
  '_q',
  'publicationFilter',
  'hasPublishedVersion',
];

/** Of the content API. */
export const ALLOWED_QUERY_PARAM_KEYS: readonly string[] = [
  ...SHARED_QUERY_PARAM_KEYS,
  'pagination',
  'count',
  'ordering',
];

/** Keys of `data` that no plugin can add. */
export const RESERVED_INPUT_PARAM_KEYS: readonly string[] = ['id', 'documentId'];
