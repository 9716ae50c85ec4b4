// Invariants of a database independent of the model: which versions link to which, no pending links to existing rows,
// and equal shared values (docs/strapi/publishing.md, "Publication" and "Links between versions and locales"; D6 and
// D7).
import type { Stored, StoredHolder } from './tables.ts';
import { inVersion, typeOf } from './world.ts';

/** One line for each violated invariant. */
export function broken(stored: Stored): readonly string[] {
  return [...stored].flatMap(([name, row]) => [
    ...brokenVersions(stored, name),
    ...brokenLinks(stored, name, row),
    ...unshared(stored, name, row),
  ]);
}

/** A published row has a draft: a draft cannot be deleted alone. */
function brokenVersions(stored: Stored, name: string): readonly string[] {
  const isAlone = versionOf(name) === 'published' && !stored.has(inVersion(name, 'draft'));
  return isAlone ? [`${name} has no draft`] : [];
}

/** Drafts link drafts, and published rows published rows; a pending link refers to a row that does not exist yet. */
function brokenLinks(stored: Stored, name: string, holder: StoredHolder): readonly string[] {
  const version = versionOf(name);
  const fits = (to: string): boolean =>
    version === 'only' || versionOf(to) === 'only' || versionOf(to) === version;
  const pending = Object.values(holder.pending).flat();
  const lists = Object.values(holder.links);
  // A shared component may have a pending link in a locale that the target does not have.
  const isKnown = (to: string): boolean =>
    [...stored.keys()].some((row) => row.startsWith(to.slice(0, to.indexOf(' ') + 1)));
  return [
    ...lists.flat().flatMap((to) => (fits(to) ? [] : [`${name} links ${to}`])),
    ...lists.flatMap((list) => (new Set(list).size < list.length ? [`${name} links twice`] : [])),
    ...pending.flatMap((to) => (stored.has(to) ? [`${name} has a pending link to ${to}`] : [])),
    ...pending.flatMap((to) =>
      isKnown(to) && (version === 'only' || versionOf(to) === version)
        ? []
        : [`${name} has a pending link to ${to}`],
    ),
    ...Object.values(holder.parts)
      .flat()
      .flatMap((part) => brokenLinks(stored, name, part)),
  ];
}

/** Shared values of one version are the same in the first locale and in each other. */
function unshared(stored: Stored, name: string, row: StoredHolder): readonly string[] {
  const [document = '', locale, version] = name.split(' ');
  if (locale !== 'fr') return [];
  const other = stored.get(`${document} en ${version}`);
  if (!other) return [];
  const { scalars, parts } = typeOf(document);
  const shared = [...scalars, ...parts].filter((each) => each.shared);
  return shared.flatMap((attribute) => {
    const [a, b] = [row, other].map((holder) =>
      JSON.stringify([holder.values[attribute.name], holder.parts[attribute.name]?.map(contentOf)]),
    );
    return a === b ? [] : [`${name} ${attribute.name} differs from en`];
  });
}

/** Shared values, without row ids and pending states: whether a target is published may differ by locale. */
function contentOf(holder: StoredHolder): unknown {
  const links = Object.keys(holder.links).map((name) => {
    const all = [...(holder.links[name] ?? []), ...(holder.pending[name] ?? [])];
    return all.map((to) => to.slice(0, to.indexOf(' '))).toSorted();
  });
  return [holder.values, links, Object.values(holder.parts).map((parts) => parts.map(contentOf))];
}

function versionOf(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}
