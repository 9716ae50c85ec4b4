// In charge of what is to come.
import type { Route } from '../http/bind-routes.ts';
import type { Foundation } from './foundation.ts';

export function providerArea(_foundation: Foundation): readonly Route[] {
  return [];
}
