// Links in the model: resolves targets, updates lists, and updates the other side of a bidirectional relation
// (docs/strapi/writing.md, "Relations"; docs/strapi/publishing.md, "Links between versions and locales").
import { DEFAULT_LOCALE, type Connected, type LinkChange, type Target } from './operations.ts';
import { exclusive, toOne, typeRule, type RelationRule } from './types.ts';
import {
  entry,
  inVersion,
  linksOf,
  nameOf,
  rowOf,
  type Entry,
  type Holder,
  type Row,
  type World,
} from './world.ts';

/** A write that is rejected. */
export class Rejection extends Error {}

/** The source of links: the row that is written, or the row that contains a component. */
type Source = Pick<Row, 'type' | 'locale'>;

/**
 * The rows that a target means (docs/strapi/publishing.md, "Links between versions and locales"): drafts link drafts; a
 * type without drafts links both versions, or the one that is named.
 * @throws Rejection if there is none
 */
export function resolve(
  world: World,
  source: Source,
  { rule, target }: { readonly rule: RelationRule; readonly target: Target },
): readonly string[] {
  const { drafts, localized } = typeRule(rule.target);
  const locale = !localized
    ? null
    : source.type.localized
      ? source.locale
      : (target.locale ?? DEFAULT_LOCALE);
  const versions = !drafts
    ? (['only'] as const)
    : source.type.drafts
      ? (['draft'] as const)
      : target.status === undefined
        ? (['draft', 'published'] as const)
        : [target.status];
  const names = versions
    .map((version) => nameOf(target.document, locale, version))
    .filter((name) => world.has(name));
  if (names.length === 0) throw new Rejection(`${target.document} in ${locale} is not there`);
  return names;
}

/** The targets of `set` that are looked up and linked: of a to-one relation only the last, as in Strapi. */
export function counted(rule: RelationRule, targets: readonly Target[]): readonly Target[] {
  return toOne(rule) ? targets.slice(-1) : targets;
}

type Resolve = (target: Target) => readonly string[];

/**
 * The list after a change: `set` replaces it, `connect` moves or adds one target after the other, to an end or next to
 * another one (docs/strapi/differences.md, D12); of a to-one relation the last one counts (D13).
 * @throws Rejection
 */
export function changedList(
  current: readonly Entry[],
  change: LinkChange,
  { rule, rows }: { readonly rule: RelationRule; readonly rows: Resolve },
): Entry[] {
  if ('set' in change) {
    const names = counted(rule, change.set).flatMap(rows);
    return [...new Set(names)].map((name) => entry(name));
  }
  const connected = change.connect.map((item) => ({ item, names: rows(item) }));
  const named = connected.flatMap(({ names }) => names);
  const gone = change.disconnect.flatMap((target) => [
    ...rows(target),
    ...pendingTargets(rows, target),
  ]);
  const left = current.filter(({ to }) => named.includes(to) || !gone.includes(to));
  if (!toOne(rule)) return connected.reduce((list, each) => placed(list, each, rows), left);
  const last = connected.at(-1);
  return last ? last.names.map((name) => entry(name)) : left;
}

/** If a target is disconnected in all its versions, its pending links are deleted as well. */
function pendingTargets(rows: Resolve, target: Target): readonly string[] {
  return target.status === undefined
    ? rows(target).map((name) => (name.endsWith('only') ? name : inVersion(name, 'published')))
    : [];
}

/** The list with a target moved to its position (docs/strapi/differences.md, D12). */
function placed(
  list: readonly Entry[],
  { item, names }: { readonly item: Connected; readonly names: readonly string[] },
  rows: Resolve,
): Entry[] {
  const { position } = item;
  const added = names.map((name) => entry(name));
  const others = list.filter(({ to }) => !names.includes(to));
  if (position === 'end') return [...others, ...added];
  if (position === 'start') return [...added, ...others];
  const document = 'before' in position ? position.before : position.after;
  // If both versions of a document are linked, positions are relative to its draft (docs/strapi/publishing.md, "Links
  // between versions and locales").
  const [anchor = ''] = rows({ ...item, document });
  const at = others.findIndex(({ to }) => to === anchor);
  if (at < 0) throw new Rejection(`${document} is not linked`);
  // Adjacent versions of a document count as one link.
  const other = others.findIndex(({ to }) => to === inVersion(anchor, 'published'));
  const isPair = Math.abs(at - other) === 1 && other >= 0;
  const [first, last] = isPair ? [Math.min(at, other), Math.max(at, other)] : [at, at];
  return others.toSpliced('before' in position ? first : last + 1, 0, ...added);
}

/** Writes one relation of a row, and updates its other side. @throws Rejection */
export function writeLinks(
  world: World,
  row: Row,
  { rule, change }: { readonly rule: RelationRule; readonly change: LinkChange },
): void {
  const rows: Resolve = (target) => resolve(world, row, { rule, target });
  const before = linksOf(row, rule.name);
  const after = changedList(before, change, { rule, rows });
  row.links[rule.name] = after;
  const { inverse } = rule;
  if (inverse === null) return;
  for (const { to } of before) {
    if (!has(after, to)) remove(rowOf(world, to), inverse, row.name);
  }
  for (const { to } of after) {
    const other = rowOf(world, to);
    if (!has(before, to)) linksOf(other, inverse).push(entry(row.name));
    if (exclusive(rule)) takeFromOthers(world, { row, rule, target: other });
  }
}

/** Removes an exclusive target from other sources (docs/strapi/writing.md, "Targets with one owner"). */
export function takeFromOthers(
  world: World,
  {
    row,
    rule,
    target,
  }: { readonly row: Row; readonly rule: RelationRule; readonly target: Row | string },
): void {
  const name = typeof target === 'string' ? target : target.name;
  for (const other of world.values()) {
    if (other !== row && other.type === row.type) remove(other, rule.name, name);
  }
  if (typeof target !== 'string' && rule.inverse !== null) {
    target.links[rule.inverse] = linksOf(target, rule.inverse).filter(({ to }) => to === row.name);
  }
}

export function has(list: readonly Entry[], name: string): boolean {
  return list.some(({ to }) => to === name);
}

export function remove(holder: Holder, attribute: string, name: string): void {
  holder.links[attribute] = linksOf(holder, attribute).filter(({ to }) => to !== name);
}
