// Health route: `/_health` answers any method with 204 while the server runs.
import { noContent } from './response/response.ts';
import type { Route } from './routing/route.ts';

export const healthRoute: Route = {
  method: 'ALL',
  path: '/_health',
  urgent: true,
  caller: 'public',
  handler: noContent,
};
