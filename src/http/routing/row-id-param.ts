// Row ids in paths.
import { rowIdOf } from '../../base/row-id.ts';
import type { RouteRequest } from './route-request.ts';

/** Row id at the end of a path, or null if it is invalid. */
export function rowIdIn({ params }: Pick<RouteRequest, 'params'>): number | null {
  return rowIdOf(params['id'] ?? '');
}

/** Row id at the end of a path, or 0, which no row has, if it is invalid. */
export function rowIdOrNone(request: Pick<RouteRequest, 'params'>): number {
  return rowIdIn(request) ?? 0;
}
