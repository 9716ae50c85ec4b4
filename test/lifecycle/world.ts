// State of the model: rows of documents by name with their values, links and components.
import { componentRule, typeRule, type HolderRule, type TypeRule } from './types.ts';

/** `only`: the type has no drafts. */
export type Version = 'draft' | 'published' | 'only';

/** A link in a list. */
export interface Entry {
  /** Name of the row that is linked. */
  readonly to: string;
  /** True if that row does not exist yet: the link is pending (docs/strapi/differences.md, D6). */
  pending: boolean;
  /** True if its position in the list is not specified. */
  free: boolean;
}

/** What has values, links and components: a row, or a component. */
export interface Holder {
  values: Record<string, string | number | null>;
  links: Record<string, Entry[]>;
  parts: Record<string, Part[]>;
}

export interface Part extends Holder {
  readonly component: string;
}

export interface Row extends Holder {
  readonly name: string;
  readonly type: TypeRule;
  readonly document: string;
  /** Null: the type has no locales. */
  readonly locale: string | null;
  readonly version: Version;
}

/** All rows, by name. */
export type World = Map<string, Row>;

export function nameOf(document: string, locale: string | null, version: Version): string {
  return `${document} ${locale ?? '-'} ${version}`;
}

/** The name of another version in the same document and locale. */
export function inVersion(name: string, version: Version): string {
  return `${name.slice(0, name.lastIndexOf(' '))} ${version}`;
}

/** The type of a document: `page` of `page3`. */
export function typeOf(document: string): TypeRule {
  return typeRule(/^[a-z]+/.exec(document)?.[0] ?? '');
}

export function entry(to: string, options: Partial<Entry> = {}): Entry {
  return { to, pending: false, free: false, ...options };
}

export function emptyHolder(rule: HolderRule): Holder {
  return {
    values: Object.fromEntries(rule.scalars.map(({ name }) => [name, null])),
    links: Object.fromEntries(rule.relations.map(({ name }) => [name, []])),
    parts: Object.fromEntries(rule.parts.map(({ name }) => [name, []])),
  };
}

export function emptyRow(document: string, locale: string | null, version: Version): Row {
  const type = typeOf(document);
  const name = nameOf(document, locale, version);
  return { name, type, document, locale, version, ...emptyHolder(type) };
}

export function ruleOf(holder: Row | Part): HolderRule {
  return 'type' in holder ? holder.type : componentRule(holder.component);
}

/** The list of an attribute. @throws for a holder without it */
export function linksOf(holder: Holder, attribute: string): Entry[] {
  const list = holder.links[attribute];
  if (!list) throw new Error(`no ${attribute}`);
  return list;
}

/** @throws if there is none */
export function rowOf(world: World, name: string): Row {
  const row = world.get(name);
  if (!row) throw new Error(`no row ${name}`);
  return row;
}

/** The rows of a document. */
export function rowsOf(world: World, document: string): readonly Row[] {
  return [...world.values()].filter((row) => row.document === document);
}

/** A row and the components in it, of every depth. */
export function holdersOf(row: Row): readonly (Row | Part)[] {
  return [row, ...partsOf(row)];
}

/** The components in a row or a component, of every depth. */
export function partsOf(holder: Pick<Holder, 'parts'>): readonly Part[] {
  return Object.values(holder.parts)
    .flat()
    .flatMap((part) => [part, ...partsOf(part)]);
}

/** A copy of a holder's values, links and components, each link changed by `change`. */
export function copyHolder(holder: Holder, change: (link: Entry) => Entry): Holder {
  return {
    values: { ...holder.values },
    links: mapValues(holder.links, (list) => list.map(change)),
    parts: mapValues(holder.parts, (parts) => parts.map((part) => copyPart(part, change))),
  };
}

export function copyPart(part: Part, change: (link: Entry) => Entry): Part {
  return { component: part.component, ...copyHolder(part, change) };
}

export function copyWorld(world: World): World {
  const rows = [...world.values()].map((row): [string, Row] => [
    row.name,
    { ...row, ...copyHolder(row, (link) => ({ ...link })) },
  ]);
  return new Map(rows);
}

function mapValues<T, U>(object: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
