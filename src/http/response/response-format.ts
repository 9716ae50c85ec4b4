// Format of entries that a client selects with headers.
import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseFormat } from '../../query/read.ts';

/** Names of these headers for `Vary`. */
export const FORMAT_HEADERS = 'Strapi-Response-Format, Strapi-Encode-Source-Maps';

/** The version 4 format never contains source maps. */
export function formatOf(headers: IncomingHttpHeaders): ResponseFormat {
  if (headers['strapi-response-format'] === 'v4') return 'v4';
  return headers['strapi-encode-source-maps'] === 'true' ? 'source-maps' : 'v5';
}
