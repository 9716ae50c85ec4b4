// Names of the parameters of a read.

/** Parameters of query strings and of document calls. */
export const DOCUMENT_PARAMETERS: readonly string[] = [
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

/** Parameters of query strings. */
export const ROOT_PARAMETERS: readonly string[] = [
  ...DOCUMENT_PARAMETERS,
  'pagination',
  'count',
  'ordering',
];
