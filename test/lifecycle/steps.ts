// Creates steps from random numbers: chooses documents, attributes and targets that exist.
import {
  DEFAULT_LOCALE,
  LOCALES,
  type Connected,
  type EntryInput,
  type LinkChange,
  type Locales,
  type Operation,
  type PartInput,
  type Position,
  type Target,
} from './operations.ts';
import type {
  Choice,
  RandomEdit,
  RandomPart,
  RandomSequence,
  RandomStep,
  RandomTarget,
} from './random-steps.ts';
import {
  componentRule,
  typeRule,
  type HolderRule,
  type PartRule,
  type RelationRule,
} from './types.ts';
import {
  inVersion,
  linksOf,
  nameOf,
  rowsOf,
  type Entry,
  type Holder,
  type Row,
  type World,
} from './world.ts';

/** Maximum number of documents of a type. */
const DOCUMENTS = 5;
/** One choice in so many may be invalid. */
const WILD = 59;

/** Creates the steps of a sequence. */
export class Steps {
  readonly #attributes: readonly string[];
  readonly #types: readonly string[];
  readonly #made = new Map<string, number>();

  constructor({ attributes }: RandomSequence) {
    this.#attributes = attributes;
    const sources = attributes.map((each) => each.slice(0, each.indexOf('.')));
    const targets = attributes.flatMap((each) => targetsOf(each));
    this.#types = [...new Set([...sources, ...targets])];
  }

  /** The documents that exist at the start. */
  first({ first }: RandomSequence): readonly Operation[] {
    return this.#types.flatMap((type) =>
      first.flatMap(({ published, locales }) => {
        const document = this.#newDocument(type);
        return locales
          .filter((_, i) => i === 0 || typeRule(type).localized)
          .map((locale, i): Operation => ({
            kind: i === 0 ? 'create' : 'update',
            document,
            locale,
            status: published ? 'published' : 'draft',
            input: { values: {}, links: {}, parts: {} },
          }));
      }),
    );
  }

  /** A step in a state; null if it has no possible target. */
  next(world: World, step: RandomStep): Operation | null {
    return step.kind === 'create' || step.kind === 'update'
      ? this.#write(world, step)
      : this.#action(world, step);
  }

  #newDocument(type: string): string {
    const n = (this.#made.get(type) ?? 0) + 1;
    this.#made.set(type, n);
    return `${type}${n}`;
  }

  #documents(world: World, types: readonly string[]): readonly string[] {
    const rows = [...world.values()].filter(({ type }) => types.includes(type.name));
    return [...new Set(rows.map(({ document }) => document))];
  }

  #action(world: World, { kind, document, locale }: RandomStep): Operation | null {
    const isDelete = kind === 'delete';
    const types = this.#types.filter((type) => isDelete || typeRule(type).drafts);
    const named = pick(this.#documents(world, types), document);
    if (named === undefined || kind === 'create' || kind === 'update') return null;
    // Most are of an existing locale.
    const there = rowsOf(world, named).flatMap((row) => row.locale ?? []);
    const locales: readonly Locales[] = ['*', LOCALES, ...LOCALES, ...repeat([...there], 8)];
    return { kind, document: named, locale: pick(locales, locale) ?? DEFAULT_LOCALE };
  }

  #write(
    world: World,
    { kind, document, locale: code, published, edits }: RandomStep,
  ): Operation | null {
    const sources = this.#attributes.map((each) => each.slice(0, each.indexOf('.')));
    const type = pick(sources, document);
    if (type === undefined) return null;
    const rule = typeRule(type);
    const known = this.#documents(world, [type]);
    const isNew = known.length === 0 || (kind === 'create' && known.length < DOCUMENTS);
    const named = isNew ? this.#newDocument(type) : (pick(known, Math.floor(document / 3)) ?? '');
    const locale = pick([DEFAULT_LOCALE, DEFAULT_LOCALE, 'fr'], code) ?? DEFAULT_LOCALE;
    const version = rule.drafts ? 'draft' : 'only';
    const row = world.get(nameOf(named, rule.localized ? locale : null, version)) ?? null;
    const names = this.#attributes.flatMap((each) =>
      each.startsWith(`${type}.`) ? [each.slice(type.length + 1)] : [],
    );
    const inputs = new Inputs(world, { type: rule, locale: rule.localized ? locale : null });
    const input = inputs.make(rule, { holder: row, edits, names });
    const status = published ? 'published' : 'draft';
    return { kind: isNew ? 'create' : 'update', document: named, locale, status, input };
  }
}

interface Made {
  /** Null: it is new. */
  readonly holder: Holder | null;
  readonly edits: readonly RandomEdit[];
  /** Attributes that may be changed. */
  readonly names: readonly string[];
}

/** Creates the data of a write. */
class Inputs {
  readonly #world: World;
  readonly #source: Pick<Row, 'type' | 'locale'>;

  constructor(world: World, source: Pick<Row, 'type' | 'locale'>) {
    this.#world = world;
    this.#source = source;
  }

  make(rule: HolderRule, { holder, edits, names }: Made): EntryInput {
    const values: Record<string, string | number | null> = {};
    const links: Record<string, LinkChange> = {};
    const parts: Record<string, readonly PartInput[]> = {};
    for (const edit of edits) {
      const name = pick(names, edit.attribute) ?? '';
      const relation = rule.relations.find((each) => each.name === name);
      const part = rule.parts.find((each) => each.name === name);
      // Only one side of a relation is written.
      if (
        relation?.inverse &&
        relation.target === this.#source.type.name &&
        links[relation.inverse]
      )
        continue;
      if (relation) links[name] = this.#change(relation, edit, holder ? linksOf(holder, name) : []);
      else if (part) parts[name] = this.#dependencies(part, edit.parts, holder);
      else if (name === 'rank') values[name] = edit.form % 5 === 0 ? null : edit.form;
      else if (name !== '') values[name] = edit.form % 7 === 0 ? null : `text ${edit.form}`;
    }
    return { values, links, parts };
  }

  #change(rule: RelationRule, edit: RandomEdit, current: readonly Entry[]): LinkChange {
    const targets = this.#targets(rule, edit.targets);
    if (edit.form % 10 < 3) return { set: targets.map(({ target }) => target) };
    const dropped = this.#targets(rule, edit.dropped).map(({ target }) => target);
    const disconnect = edit.form % 10 < 6 ? dropped : [];
    const moved = [...targets.map(({ target }) => target), ...disconnect].map(
      ({ document }) => document,
    );
    // Positions among pending links are not specified.
    const placed = current.some(({ pending }) => pending) ? [] : targets;
    const connect = placed.map(({ target, random }): Connected => {
      const anchors = current.filter(({ to, pending }) => {
        const [document = '', locale] = to.split(' ');
        const inLocale =
          locale === '-' || locale === (this.#source.locale ?? target.locale ?? DEFAULT_LOCALE);
        return !pending && inLocale && !moved.includes(document) && isOnePosition(current, to);
      });
      // A link to only one version has no specified position in the other one.
      return { ...target, position: position(random, target.status ? [] : anchors) };
    });
    return { connect, disconnect };
  }

  /** Different documents; mostly existing ones, in the locale that they are looked up in. */
  #targets(
    rule: RelationRule,
    randoms: readonly RandomTarget[],
  ): readonly { readonly target: Target; readonly random: RandomTarget }[] {
    const { localized, drafts } = typeRule(rule.target);
    const rows = [...this.#world.values()].filter(
      ({ type, version }) => type.name === rule.target && version !== 'published',
    );
    const fixed = this.#source.type.localized && localized ? this.#source.locale : null;
    const found = new Map<string, { readonly target: Target; readonly random: RandomTarget }>();
    for (const random of randoms) {
      const fitting = rows.filter(({ locale }) => fixed === null || locale === fixed);
      const row = pick(random.status === WILD ? rows : fitting, random.document);
      if (!row) continue;
      const { document, locale } = row;
      const target: Target = {
        document,
        ...(localized &&
        !this.#source.type.localized &&
        locale !== null &&
        locale !== DEFAULT_LOCALE
          ? { locale }
          : {}),
        ...(this.#mayNameVersion(rule) && drafts ? versionIn(this.#world, row, random) : {}),
      };
      found.set(`${document} ${target.locale ?? ''}`, { target, random });
    }
    return [...found.values()];
  }

  #mayNameVersion({ name }: RelationRule): boolean {
    return name === 'likes' && !this.#source.type.drafts;
  }

  #dependencies(
    { name, kind, components }: PartRule,
    randoms: readonly RandomPart[],
    holder: Holder | null,
  ): readonly PartInput[] {
    const current = holder?.parts[name] ?? [];
    const kept = new Set<number>();
    const parts = randoms.map((random): PartInput => {
      const keep =
        random.keep % 2 === 0 && current.length > 0 ? random.keep % current.length : null;
      const old = keep === null || kept.has(keep) ? null : (current[keep] ?? null);
      if (old && keep !== null) kept.add(keep);
      const component = old?.component ?? pick(components, random.component) ?? '';
      const rule = componentRule(component);
      const names = [
        ...rule.relations.map((each) => each.name),
        ...rule.relations.map((each) => each.name),
        ...rule.parts.map((each) => each.name),
        ...rule.scalars.map((each) => each.name),
      ];
      const input = this.make(rule, { holder: old, edits: random.edits, names });
      return { component, keep: old ? keep : null, ...input };
    });
    return kind === 'single' ? parts.slice(0, 1) : parts;
  }
}

function targetsOf(attribute: string): readonly string[] {
  const [type = '', name = ''] = attribute.split('.');
  const { relations, parts } = typeRule(type);
  const relation = relations.find((each) => each.name === name);
  if (relation) return [relation.target];
  const part = parts.find((each) => each.name === name);
  return (part?.components ?? []).flatMap((each) =>
    componentRule(each).relations.map(({ target }) => target),
  );
}

/** True if both versions of a target are adjacent: otherwise, a position relative to it is ambiguous. */
function isOnePosition(list: readonly Entry[], name: string): boolean {
  const at = list.flatMap(({ to }, i) =>
    inVersion(to, 'draft') === inVersion(name, 'draft') ? [i] : [],
  );
  return at.every((index, i) => i === 0 || index === (at[i - 1] ?? 0) + 1);
}

function versionIn(world: World, row: Row, { status }: RandomTarget): Pick<Target, 'status'> {
  if (status % 8 === 0) return { status: 'draft' };
  const isPublished = world.has(nameOf(row.document, row.locale, 'published'));
  return status % 8 === 1 && isPublished ? { status: 'published' } : {};
}

function position({ position: form, anchor }: RandomTarget, anchors: readonly Entry[]): Position {
  const document = pick(anchors, anchor)?.to.split(' ')[0];
  if (form % 6 === 0) return 'start';
  if (form % 6 < 3 || document === undefined) return 'end';
  return form % 2 === 0 ? { before: document } : { after: document };
}

function pick<T>(list: readonly T[], n: Choice): T | undefined {
  return list[n % list.length];
}

function repeat<T>(list: readonly T[], times: number): readonly T[] {
  return Array.from({ length: times }, () => list).flat();
}
