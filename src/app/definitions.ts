// Lists all definitions of a project, its own and the built-in ones, in Strapi's order.
import type { Project } from '../project/load.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import type { RawDefinition } from '../schema/types.ts';

/** Returns the types of plugins including extended ones, then the project's own, then those of administrators. */
export function allDefinitions({
  definitions,
}: Pick<Project, 'definitions'>): readonly RawDefinition[] {
  const own = new Map(definitions.map((each) => [each.uid, each]));
  const builtIn = builtInDefinitions.map((each) => own.get(each.uid) ?? each);
  const known = new Set(builtIn);
  const isAdmin = ({ origin }: RawDefinition): boolean => origin === 'admin';
  return [
    ...builtIn.filter((each) => !isAdmin(each)),
    ...definitions.filter((each) => !known.has(each)),
    ...builtIn.filter(isAdmin),
  ];
}
