// Random read requests built from the schema: every parameter in every form at every depth, through what the caller
// may see and sometimes through what it may not.
import qs from 'qs';
import type { Registry } from '../../src/schema/registry.ts';
import type { Attribute, Model } from '../../src/schema/types.ts';
import { printCursor } from '../../src/query/parse/cursor.ts';
import { targetOf } from '../../src/query/plan/names.ts';
import type { Random } from './random.ts';

/** Options of the requests. */
export interface ReadSource {
  readonly registry: Registry;
  readonly random: Random;
  /** True for an attribute that the caller may use; the others are sometimes tried. */
  readonly isOpen: (attribute: Attribute) => boolean;
  /** Values of a column, in the format of a query. */
  readonly valuesOf: (uid: string, attribute: string) => readonly string[];
  /** Probability of an attribute that the caller may not use, 0 to 1. */
  readonly daring: number;
  /** False leaves out the parameters that request drafts. */
  readonly drafts: boolean;
}

const OPERATORS: readonly string[] = [
  '$eq $ne $eqi $nei $lt $lte $gt $gte $in $notIn $between $null $notNull $contains $notContains',
  '$containsi $notContainsi $startsWith $startsWithi $endsWith $endsWithi',
].flatMap((line) => line.split(' '));

const PUBLICATION_FILTERS: readonly string[] = [
  'never-published has-published-version modified unmodified published-without-draft',
  'published-with-draft has-published-version-document',
].flatMap((line) => line.split(' '));

/** Parameters that no REST route has; some of them have an effect in lower layers of Strapi. */
const UNKNOWN = ['where', 'lookup', 'select', 'orderBy', 'join', 'having', 'data', '_where', 'on'];

type Tree = { readonly [key: string]: unknown };

/** Creates query strings for the rows of a model. */
export class RandomReads {
  readonly #source: ReadSource;

  constructor(source: ReadSource) {
    this.#source = source;
  }

  /** A query string, without `?`. */
  query(model: Model): string {
    return this.#text({ ...this.#some(model), ...this.#version() });
  }

  #text(tree: Tree): string {
    return qs.stringify(tree, { encodeValuesOnly: true, strictNullHandling: true });
  }

  #some(model: Model): Tree {
    const { random } = this.#source;
    const parts: Record<string, unknown> = {};
    if (random.chance(0.55)) parts['populate'] = this.#populate(model, 3);
    if (random.chance(0.5)) parts['filters'] = this.#filters(model, 3);
    if (random.chance(0.25)) parts['sort'] = this.#sort(model);
    if (random.chance(0.15)) parts['fields'] = this.#fields(model);
    if (random.chance(0.15)) parts['_q'] = this.#anyText(model);
    if (random.chance(0.15)) parts['pagination'] = this.#pagination();
    if (random.chance(0.04)) parts[random.of(UNKNOWN)] = this.#filters(model, 2);
    return parts;
  }

  #version(): Tree {
    const { random, drafts } = this.#source;
    return {
      ...(random.chance(0.12) ? { locale: random.of(['en', 'fr', 'de', '*']) } : {}),
      ...(drafts && random.chance(0.2) ? { status: random.of(['draft', 'published']) } : {}),
      ...(drafts && random.chance(0.06)
        ? { publicationFilter: random.of(PUBLICATION_FILTERS) }
        : {}),
      ...(drafts && random.chance(0.03)
        ? { hasPublishedVersion: random.of(['true', 'false']) }
        : {}),
    };
  }

  /** An attribute that the caller may use; sometimes another one. */
  #attribute(model: Model, wanted: (attribute: Attribute) => boolean): Attribute | null {
    const { random, isOpen, daring } = this.#source;
    const all = [...model.attributes.values()].filter(wanted);
    const open = all.filter(isOpen);
    // In types without locales, `locale` is not usable either, and always empty.
    const closed = all.filter((each) => !isOpen(each) && each.name !== 'locale');
    const isDaring = closed.length > 0 && random.chance(daring);
    const from = isDaring || open.length === 0 ? closed : open;
    return from.length === 0 ? null : random.of(from);
  }

  #scalar(model: Model): string {
    const { random } = this.#source;
    if (random.chance(0.1)) return random.of(['id', 'documentId']);
    return this.#attribute(model, ({ kind }) => kind === 'scalar')?.name ?? 'id';
  }

  #behind(attribute: Attribute): Model | null {
    const target = targetOf(attribute);
    return target === null ? null : this.#source.registry.model(target);
  }

  #populate(model: Model, depth: number): unknown {
    const { random } = this.#source;
    if (random.chance(0.2)) return '*';
    const paths = (): string => this.#path(model, depth);
    if (random.chance(0.15)) return paths();
    if (random.chance(0.15)) return `${paths()},${paths()}`;
    if (random.chance(0.15)) return [paths(), paths(), paths()];
    return Object.fromEntries(
      Array.from({ length: 1 + random.below(3) }, () => this.#populated(model, depth)),
    );
  }

  #path(model: Model, depth: number): string {
    const attribute = this.#attribute(model, ({ kind }) => kind !== 'scalar');
    if (!attribute) return '*';
    const target = this.#behind(attribute);
    const ends = depth === 0 || !target || this.#source.random.chance(0.5);
    return ends ? attribute.name : `${attribute.name}.${this.#path(target, depth - 1)}`;
  }

  #populated(model: Model, depth: number): readonly [string, unknown] {
    const { random, registry } = this.#source;
    const attribute = this.#attribute(model, ({ kind }) => kind !== 'scalar');
    if (!attribute) return ['*', true];
    const target = this.#behind(attribute);
    if (random.chance(0.3)) return [attribute.name, random.of(['true', '*', '1', null])];
    if (target) return [attribute.name, this.#options(target, depth)];
    if (random.chance(0.2)) return [attribute.name, { count: 'true' }];
    if (random.chance(0.3)) return [attribute.name, { populate: '*' }];
    const kinds =
      attribute.kind === 'dynamiczone'
        ? attribute.components
        : [...registry.contentTypes.values()].map(({ uid }) => uid);
    const chosen = Array.from({ length: 1 + random.below(2) }, () => random.of(kinds));
    const on = chosen.map((uid) => [uid, this.#fragment(registry.model(uid), depth)] as const);
    return [attribute.name, { on: Object.fromEntries(on) }];
  }

  #fragment(model: Model, depth: number): unknown {
    return this.#source.random.chance(0.3) ? 'true' : this.#options(model, depth);
  }

  #options(target: Model, depth: number): unknown {
    const { random } = this.#source;
    if (random.chance(0.15)) return { count: 'true' };
    return {
      ...(depth > 0 && random.chance(0.5) ? { populate: this.#populate(target, depth - 1) } : {}),
      ...(random.chance(0.3) ? { filters: this.#filters(target, depth) } : {}),
      ...(random.chance(0.2) ? { sort: this.#sort(target) } : {}),
      ...(random.chance(0.2) ? { fields: this.#fields(target) } : {}),
    };
  }

  #filters(model: Model, depth: number): Tree {
    const { random } = this.#source;
    const conditions = Array.from({ length: 1 + random.below(2) }, () =>
      this.#condition(model, depth),
    );
    if (random.chance(0.15)) return { $or: conditions };
    if (random.chance(0.1)) return { $and: conditions };
    if (random.chance(0.15)) return { $not: Object.assign({}, ...conditions) };
    return Object.assign({}, ...conditions);
  }

  #condition(model: Model, depth: number): Tree {
    const { random } = this.#source;
    const behind = depth > 0 && random.chance(0.5);
    const attribute = behind ? this.#attribute(model, (each) => this.#behind(each) !== null) : null;
    const target = attribute && this.#behind(attribute);
    if (!attribute || !target) {
      const name = this.#scalar(model);
      return { [name]: this.#comparison(model.uid, name) };
    }
    const { name } = attribute;
    if (random.chance(0.15)) return { [name]: { $null: random.of(['true', 'false']) } };
    if (random.chance(0.1)) return { [name]: this.#comparison(target.uid, 'id') };
    return { [name]: this.#filters(target, depth - 1) };
  }

  #comparison(uid: string, name: string): unknown {
    const { random } = this.#source;
    const value = (): string => this.#value(uid, name);
    if (random.chance(0.1)) return value();
    const operator = random.of(OPERATORS);
    if (operator === '$null' || operator === '$notNull') {
      return { [operator]: random.of(['true', 'false']) };
    }
    if (operator === '$between') return { [operator]: [value(), value()] };
    const piece = (): string => {
      const text = value();
      return random.chance(0.5) ? text.slice(0, 1 + random.below(3)) : text;
    };
    const isText = /contains|startsWith|endsWith/i.test(operator);
    const given = isText ? piece() : random.chance(0.2) ? [value(), value()] : value();
    const comparison = { [operator]: given };
    return random.chance(0.1) ? { $not: comparison } : comparison;
  }

  #value(uid: string, name: string): string {
    const { random, valuesOf } = this.#source;
    const values = valuesOf(uid, name);
    return values.length === 0 ? '1' : random.of(values);
  }

  /** A part of a text in some column, private or not. */
  #anyText(model: Model): string {
    const { random, isOpen } = this.#source;
    const scalars = [...model.attributes.values()].filter(({ kind }) => kind === 'scalar');
    const closed = scalars.filter((each) => !isOpen(each) && each.name !== 'locale');
    const from = closed.length > 0 && random.chance(0.6) ? closed : scalars;
    const name = from.length === 0 ? 'id' : random.of(from).name;
    return this.#value(model.uid, name).slice(0, 1 + random.below(6));
  }

  #sort(model: Model): unknown {
    const { random } = this.#source;
    const key = (): string => `${this.#sortPath(model, 2)}${random.of(['', ':asc', ':desc'])}`;
    return random.chance(0.6) ? key() : [key(), key()];
  }

  #sortPath(model: Model, depth: number): string {
    const through =
      depth > 0 && this.#source.random.chance(0.4)
        ? this.#attribute(model, (each) => this.#behind(each) !== null)
        : null;
    const target = through && this.#behind(through);
    if (!through || !target) return this.#scalar(model);
    return `${through.name}.${this.#sortPath(target, depth - 1)}`;
  }

  #fields(model: Model): unknown {
    const { random } = this.#source;
    if (random.chance(0.1)) return '*';
    return Array.from({ length: 1 + random.below(2) }, () => this.#scalar(model));
  }

  #pagination(): unknown {
    const { random } = this.#source;
    const number = (): string => String(random.below(7));
    if (random.chance(0.2)) {
      const cursor = random.of(['', printCursor('id:asc', [random.below(50)])]);
      return { [random.of(['after', 'before'])]: cursor, limit: number() };
    }
    return random.chance(0.5)
      ? { page: number(), pageSize: number() }
      : { start: number(), limit: number() };
  }
}
