// In charge of the schemas that are told: what answers under `/api/content-type-builder`.
import type { Route } from '../http/bind-routes.ts';
import { schemaRoutes } from '../http/schema-routes.ts';
import { allDefinitions } from './definitions.ts';
import type { Foundation } from './foundation.ts';

/** The routes of schemas. */
export function schemaArea({
  project,
  engine,
  authenticator,
  administrators,
  prefix,
}: Foundation): readonly Route[] {
  return schemaRoutes({
    prefix,
    authenticator,
    administrators: administrators.authenticator,
    definitions: allDefinitions(project),
    parse: (text) => engine.reader.parse(text),
    blocked: project.blockedPlugins['content-type-builder'],
  });
}
