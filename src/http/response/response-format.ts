// The form of entries that a client asks for by headers.
import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseFormat } from '../../query/read.ts';

/** The headers that choose it, as `Vary` lists them. */
export const FORMAT_HEADERS = 'Strapi-Response-Format, Strapi-Encode-Source-Maps';

/** The format of version 4 never carries source maps. */
export function formatOf(headers: IncomingHttpHeaders): ResponseFormat {
  if (headers['strapi-response-format'] === 'v4') return 'v4';
  return headers['strapi-encode-source-maps'] === 'true' ? 'source-maps' : 'v5';
}
