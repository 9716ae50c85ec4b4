// Routes of people: sessions, invitations, passwords and administrators.
import { onDemand } from '../base/on-demand.ts';
import { adminAccessRoutes } from '../http/admin/access-routes.ts';
import { adminSessionRoutes } from '../http/admin/session-routes.ts';
import { SignInResponses } from '../http/admin/sign-in-response.ts';
import { adminUserRoutes } from '../http/admin/user-routes.ts';
import { RateLimit } from '../http/routing/rate-limit.ts';
import type { Route } from '../http/routing/route.ts';
import type { Services } from './build-services.ts';

/** Returns the routes. */
export function peopleRoutes(services: Services): readonly Route[] {
  const { project, engine, administrators, workers } = services;
  const { admin } = project.config;
  const responses = new SignInResponses(admin.cookie);
  const rateLimit = new RateLimit(admin.rateLimit, workers && 'administrators');
  const people = onDemand(async () => (await import('./people.ts')).createPeople(services));
  const parse = engine.reader.parse.bind(engine.reader);
  return [
    ...adminSessionRoutes({ ...administrators, rateLimit, responses }),
    ...adminAccessRoutes({ people, responses, rateLimit, parse }),
    ...adminUserRoutes(people),
  ];
}
