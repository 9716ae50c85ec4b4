// In charge of the schemas that are told: what answers under `/api/content-type-builder`.
import type { Route } from '../http/bind-routes.ts';
import { schemaRoutes } from '../http/schema-routes.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import type { RawDefinition } from '../schema/types.ts';
import type { Foundation } from './foundation.ts';

/** The routes of schemas. */
export function schemaArea({
  project,
  engine,
  authenticator,
  administrators,
  prefix,
}: Foundation): readonly Route[] {
  const own = new Set(project.definitions.map(({ uid }) => uid));
  const builtIn = builtInDefinitions.filter(({ uid }) => !own.has(uid));
  const isAdmin = ({ origin }: RawDefinition): boolean => origin === 'admin';
  return schemaRoutes({
    prefix,
    authenticator,
    administrators: administrators.authenticator,
    definitions: [
      ...builtIn.filter((each) => !isAdmin(each)),
      ...project.definitions,
      ...builtIn.filter(isAdmin),
    ],
    parse: (text) => engine.reader.parse(text),
    blocked: project.blockedPlugins['content-type-builder'],
  });
}
