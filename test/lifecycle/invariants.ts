// Invariants of a database independent of the model: which versions link to which, no pending links to existing rows,
// and equal shared values (docs/strapi/publishing.md, "Publication" and "Links between versions and locales"; D6 and
// D7).
import type { Stored, StoredHolder } from './tables.ts';
import { inVersion, typeOf } from './world.ts';

/** A line for everything that may not be. */
export function broken(stored: Stored): readonly string[] {
  return [...stored].flatMap(([name, row]) => [
    ...brokenVersions(stored, name),
    ...brokenLinks(stored, name, row),
    ...unshared(stored, name, row),
  ]);
}

/** A published row has a draft: nobody takes a draft away alone. */
function brokenVersions(stored: Stored, name: string): readonly string[] {
  const isAlone = versionOf(name) === 'published' && !stored.has(inVersion(name, 'draft'));
  return isAlone ? [`${name} has no draft`] : [];
}

/** Drafts link drafts, published rows published rows; what is remembered is a row that is not there yet. */
function brokenLinks(stored: Stored, name: string, holder: StoredHolder): readonly string[] {
  const version = versionOf(name);
  const fits = (to: string): boolean =>
    version === 'only' || versionOf(to) === 'only' || versionOf(to) === version;
  const remembered = Object.values(holder.pending).flat();
  const lists = Object.values(holder.links);
  // What locales share may be remembered by a row of a locale that the target does not have.
  const isKnown = (to: string): boolean =>
    [...stored.keys()].some((row) => row.startsWith(to.slice(0, to.indexOf(' ') + 1)));
  return [
    ...lists.flat().flatMap((to) => (fits(to) ? [] : [`${name} links ${to}`])),
    ...lists.flatMap((list) => (new Set(list).size < list.length ? [`${name} links twice`] : [])),
    ...remembered.flatMap((to) => (stored.has(to) ? [`${name} remembers ${to}`] : [])),
    ...remembered.flatMap((to) =>
      isKnown(to) && (version === 'only' || versionOf(to) === version)
        ? []
        : [`${name} remembers ${to}`],
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
    return a === b ? [] : [`${name} ${attribute.name} is another one than in en`];
  });
}

/** What is shared, but for row ids and what waits: whether a target is published may differ by locale. */
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
