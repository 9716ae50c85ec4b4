// Health route: `/_health` responds to any method with 204 while the server runs and serves the current content model.
import { AppError } from '../../base/errors.ts';
import { noContent } from '../response/response.ts';
import type { Route } from '../routing/route.ts';

/** The health route. @param changes Says why the served model is not the current one */
export function healthRoute(changes: { readonly outdated: string | null }): Route {
  return {
    method: 'ALL',
    path: '/_health',
    urgent: true,
    caller: 'public',
    handler: () => {
      if (changes.outdated === null) return noContent();
      throw new AppError('ServiceUnavailableError', changes.outdated);
    },
  };
}
