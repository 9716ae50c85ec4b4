// In charge of what is said of a uid that is no content-type's: which ones it may have meant.
import type { Registry } from '../schema/registry.ts';

/** How many are named. */
const NAMED = 3;

/** An error for whoever wrote the uid. */
export function unknownType(registry: Registry, uid: string): Error {
  const what = registry.components.has(uid)
    ? `"${uid}" is a component. Only content-types have documents`
    : `There is no content-type "${uid}"`;
  const close = closest(registry, uid);
  if (close.length === 0) {
    return new Error(
      `${what}. Content-types are the files src/api/<api>/content-types/<name>/schema.json: ` +
        'their uids are api::<api>.<name>.',
    );
  }
  return new Error(`${what}. Was ${close.map((known) => `"${known}"`).join(' or ')} meant?`);
}

/** Content-types that have such a name, else those whose uid is nearly the same. */
function closest({ contentTypes }: Registry, uid: string): readonly string[] {
  const wanted = uid.toLowerCase();
  const [name = ''] = wanted.split(/[.:]+/).slice(-1);
  const named = [...contentTypes.values()].filter(({ singularName, pluralName, displayName }) =>
    [singularName, pluralName, displayName].some((known) => known.toLowerCase() === name),
  );
  if (named.length > 0) return named.slice(0, NAMED).map((type) => type.uid);
  return [...contentTypes.keys()]
    .map((known) => ({ known, distance: distance(wanted, known.toLowerCase()) }))
    .filter((each) => each.distance <= each.known.length / 4)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NAMED)
    .map(({ known }) => known);
}

/** How many letters have to be added, taken away or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
