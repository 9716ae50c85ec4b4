// The error for an unknown uid, with suggestions.
import { distanceOf } from '../../base/nearest.ts';
import type { Registry } from '../../schema/registry.ts';

/** The maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;

/** Creates the error for a uid that is not a content-type. */
export function unknownType(registry: Registry, uid: string): Error {
  const problem = registry.components.has(uid)
    ? `"${uid}" is a component. Only content-types have documents`
    : `There is no content-type "${uid}"`;
  const close = closest(registry, uid);
  if (close.length === 0) {
    return new Error(
      `${problem}. Content-types are the files src/api/<api>/content-types/<name>/schema.json: ` +
        'their uids are api::<api>.<name>.',
    );
  }
  return new Error(`${problem}. Did you mean ${close.map((known) => `"${known}"`).join(' or ')}?`);
}

/** Content-types with the same name, otherwise those with a similar uid. */
function closest({ contentTypes }: Registry, uid: string): readonly string[] {
  const requested = uid.toLowerCase();
  const [name = ''] = requested.split(/[.:]+/).slice(-1);
  const named = [...contentTypes.values()].filter(({ singularName, pluralName, displayName }) =>
    [singularName, pluralName, displayName].some((known) => known.toLowerCase() === name),
  );
  if (named.length > 0) return named.slice(0, MAX_SUGGESTIONS).map((type) => type.uid);
  return [...contentTypes.keys()]
    .map((known) => ({ known, distance: distanceOf(requested, known.toLowerCase()) }))
    .filter((each) => each.distance <= each.known.length / 4)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ known }) => known);
}
