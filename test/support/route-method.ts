// The method that tests call a route with.
import type { Route } from '../../src/http/routing/route.ts';

/** A method of a route. */
export function methodOf({ method }: Pick<Route, 'method'>): Exclude<Route['method'], 'ALL'> {
  return method === 'ALL' ? 'GET' : method;
}
