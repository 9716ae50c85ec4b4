// Versions in the model: publish, unpublish, discard and delete a locale (docs/strapi/publishing.md, "Deletion" and
// "Publication"; D6 and D7). Links refer to rows by name, so a published row that is replaced keeps its links; only
// changes are modeled here.
import { has, Rejection, remove, takeFromOthers } from './model-links.ts';
import { shareValues } from './model-shared.ts';
import { exclusive, toOne, type RelationRule } from './types.ts';
import {
  copyHolder,
  entry,
  holdersOf,
  inVersion,
  linksOf,
  partsOf,
  rowOf,
  rowsOf,
  ruleOf,
  typeOf,
  type Entry,
  type Holder,
  type Row,
  type World,
} from './world.ts';

/** Creates the published row again from a draft. */
export function publishRow(world: World, draft: string): void {
  const from = rowOf(world, draft);
  const row = replace(world, from, 'published');
  followDrafts(world, from, row);
  // A publishing write changes shared values in every locale's published row (docs/strapi/differences.md, D7).
  shareValues(world, row);
}

/**
 * A new localization: pending links of shared components to it become links (docs/strapi/publishing.md, "Shared
 * values"; D6).
 */
export function arrive(world: World, row: Row): void {
  for (const { list } of listsTo(world, row.name)) {
    for (const link of list) if (link.to === row.name) link.pending = false;
  }
}

/** Creates the draft again from the published row. @throws Rejection if nothing is published */
export function discardRow(world: World, draft: string): void {
  const published = world.get(inVersion(draft, 'published'));
  if (!published) throw new Rejection('not published');
  // A row that links only to the published version does not get a link to the draft.
  const row = replace(world, published, 'draft');
  // Shared values are equal in all drafts (docs/strapi/differences.md, D7).
  shareValues(world, row);
}

/** Unpublishes a row: links to it become pending (docs/strapi/differences.md, D6 c). */
export function unpublishRow(world: World, draft: string): void {
  const published = inVersion(draft, 'published');
  if (!world.delete(published)) return;
  for (const { row, list, rule, set } of listsTo(world, published)) {
    if (!has(list, published)) continue;
    // If the other type has no drafts, its link to the draft decides whether this link is restored
    // (docs/strapi/publishing.md, "Links to the published row").
    const isKept = row.type.drafts || (rule.inverse === null && !has(list, draft));
    if (isKept) for (const link of list) link.pending ||= link.to === published;
    else set(list.filter(({ to }) => to !== published));
  }
}

/**
 * Removes both versions and all links to them (docs/strapi/publishing.md, "Deletion"). Links of shared components become
 * pending if the document still exists in another locale; deleting its last row deletes them.
 */
export function deleteRow(world: World, name: string): void {
  for (const version of ['draft', 'published', 'only'] as const) {
    world.delete(inVersion(name, version));
  }
  const [document = ''] = name.split(' ');
  const isGone = rowsOf(world, document).length === 0;
  const localization = name.slice(0, name.lastIndexOf(' ') + 1);
  for (const { row, holder, list, set } of listsTo(world, name)) {
    const waits = !isGone && isShared(row, holder);
    for (const link of list) if (waits && link.to.startsWith(localization)) link.pending = true;
    const gone = isGone ? `${document} ` : localization;
    if (!waits) set(list.filter(({ to }) => !to.startsWith(gone)));
  }
}

/** True for components that all locales share. */
function isShared(row: Row, holder: Holder): boolean {
  return row.type.parts.some(
    ({ name, shared }) =>
      shared &&
      partsOf({ parts: { [name]: row.parts[name] ?? [] } }).some((part) => part === holder),
  );
}

/** Replaces the row of another version with a copy of a row (docs/strapi/publishing.md, "Publication"). */
function replace(world: World, from: Row, version: 'draft' | 'published'): Row {
  const name = inVersion(from.name, version);
  const isFirst = !world.has(name);
  const row: Row = {
    ...from,
    name,
    version,
    ...copyHolder(from, (link) => mapped(world, link, { name, version })),
  };
  world.set(name, row);
  for (const rule of row.type.relations)
    if (rule.inverse !== null) mirror(world, { row, beside: isFirst ? from.name : null, rule });
  return row;
}

/** The same link in another version: pending if its target has no row there yet (docs/strapi/differences.md, D6 b). */
function mapped(
  world: World,
  { to, free }: Entry,
  { name, version }: { readonly name: string; readonly version: 'draft' | 'published' },
): Entry {
  if (to.endsWith(' only')) return entry(to, { free });
  const target = inVersion(to, version);
  return entry(target, { free, pending: target !== name && !world.has(target) });
}

/**
 * The other side of a two-way relation after a row was replaced: the links are those of the copied row, at the positions
 * that they had on the other side (docs/strapi/publishing.md, "Links from the published row" and "Links to the published
 * row").
 */
function mirror(
  world: World,
  {
    row,
    beside,
    rule,
  }: { readonly row: Row; readonly beside: string | null; readonly rule: RelationRule },
): void {
  const own = linksOf(row, rule.name);
  const inverse = rule.inverse ?? '';
  for (const other of world.values()) {
    if (other === row || other.type.name !== rule.target) continue;
    const theirs = linksOf(other, inverse).find(({ to }) => to === row.name);
    if (has(own, other.name)) {
      if (theirs) theirs.pending = false;
      else insert(other, inverse, { name: row.name, beside });
    } else if (theirs?.pending && !(toOne(rule) && own.length > 0)) {
      // The link of the other row was pending (docs/strapi/differences.md, D6 b).
      theirs.pending = false;
      own.push(entry(other.name, { free: true }));
    } else if (theirs) remove(other, inverse, row.name);
  }
  if (!exclusive(rule)) return;
  for (const { to } of own) takeFromOthers(world, { row, rule, target: world.get(to) ?? to });
}

/**
 * Inserts a link into the list of another row. At the first publication, it follows the link to the draft if that is in
 * the same list (docs/strapi/publishing.md, "Links to the published row"). Otherwise, its position is not specified.
 */
function insert(
  holder: Row,
  attribute: string,
  { name, beside }: { readonly name: string; readonly beside: string | null },
): void {
  const list = linksOf(holder, attribute);
  const at = list.findIndex(({ to }) => to === beside);
  if (at < 0) list.push(entry(name, { free: true }));
  else list.splice(at + 1, 0, entry(name));
}

/** One-way links to a row that was published: pending links become links, and some links follow the draft. */
function followDrafts(world: World, draft: Row, published: Row): void {
  for (const { row, holder, list, rule } of listsTo(world, published.name)) {
    const link = list.find(({ to }) => to === published.name);
    const wasPending = link?.pending ?? false;
    if (link) link.pending = false;
    const isSameType = holder === row && row.type === published.type && rule.inverse === null;
    if (!isSameType || row.version !== 'published' || row === published || wasPending) continue;
    // A published list of the same type follows its draft as soon as a target is published (docs/strapi/publishing.md,
    // "Links to the published row"): the link has the order of the draft's link, which may be anywhere among those of
    // the published rows.
    const source = linksOf(rowOf(world, inVersion(row.name, 'draft')), rule.name);
    if (!has(source, draft.name)) continue;
    if (link) link.free = true;
    // A to-one link to another target stays until its own row is published.
    else if (!toOne(rule) || list.length === 0) list.push(entry(published.name, { free: true }));
  }
  copyIncoming(world, draft, published);
}

/**
 * Relinks sources without drafts: a link to one version is copied to the new row of the other version
 * (docs/strapi/publishing.md, "Links to the published row").
 */
function copyIncoming(world: World, from: Row, row: Row): void {
  for (const { row: source, list, rule } of listsTo(world, row.name)) {
    if (source.type.drafts || rule.inverse !== null || has(list, row.name)) continue;
    const at = list.findIndex(({ to }) => to === from.name);
    if (at >= 0) list.splice(at + 1, 0, entry(row.name));
  }
}

interface List {
  readonly row: Row;
  readonly holder: Holder;
  readonly rule: RelationRule;
  readonly list: Entry[];
  readonly set: (list: Entry[]) => void;
}

/** All lists that could contain a link to a row, of rows and of the components in them. */
function listsTo(world: World, name: string): readonly List[] {
  const target = typeOf(name).name;
  return [...world.values()].flatMap((row) =>
    holdersOf(row).flatMap((holder) =>
      ruleOf(holder)
        .relations.filter((rule) => rule.target === target)
        .map((rule) => ({
          row,
          holder,
          rule,
          list: linksOf(holder, rule.name),
          set: (list) => {
            holder.links[rule.name] = list;
          },
        })),
    ),
  );
}
