// In charge of the raw query of a request: the framework's own parsing is off, the query room does it.
import type { FastifyRequest } from 'fastify';

/** What stands behind the `?`, as it was sent. */
export function queryText({ raw }: FastifyRequest): string {
  const url = raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
