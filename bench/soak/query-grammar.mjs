// Random query strings: valid ones generated from the schema, some of them mutated.
import { chance, LONE_SURROGATE, UNUSUAL_VALUES, OPERATORS, pick, SYSTEM } from './vocabulary.mjs';

/** @typedef {import('../seeds/random.mjs').Random} Random */
/** @typedef {import('./vocabulary.mjs').Model} Model */
/** @typedef {import('./vocabulary.mjs').Attribute} Attribute */
/** @typedef {import('./vocabulary.mjs').Vocabulary} Vocabulary */
/** A parameter before encoding. @typedef {{ keys: string[], value: string }} Parameter */

/** Maximum nesting of relations and components in a query. */
const DEPTH = 4;

/** Half of the queries are valid; in the others this share of parameters is mutated. */
const MUTATED = 0.2;

export class QueryGrammar {
  #random;
  #vocabulary;

  /** @param {Random} random @param {Vocabulary} vocabulary */
  constructor(random, vocabulary) {
    this.#random = random;
    this.#vocabulary = vocabulary;
  }

  /**
   * @param {Model} model model of the queried type
   * @returns {string} query string without `?`; may be empty
   */
  query(model) {
    const random = this.#random;
    const parameters = Array.from({ length: random.below(5) }, () =>
      this.#inQuery(model, DEPTH),
    ).flat();
    const mutated = chance(random, 0.5) ? MUTATED : 0;
    return parameters
      .flatMap((parameter) => (chance(random, mutated) ? this.#mutate(parameter) : [parameter]))
      .map((parameter) => this.#encode(parameter))
      .join(chance(random, 0.01) ? '&&' : '&');
  }

  /** @param {Model} model @param {number} depth @returns {Parameter[]} */
  #inQuery(model, depth) {
    const random = this.#random;
    switch (random.below(11)) {
      case 0:
      case 1:
      case 2:
        return [under('filters', this.#filter(model, depth))];
      case 3:
      case 4:
      case 5:
        return this.#populate(model, depth);
      case 6:
        return [this.#sort(model)];
      case 7:
        return [this.#fields(model)];
      case 8:
        return this.#pagination();
      case 9:
        return [this.#text('_q')];
      default:
        return [
          pick(random, [
            { keys: ['locale'], value: pick(random, ['en', 'fr', '*', 'xx']) },
            { keys: ['status'], value: pick(random, ['draft', 'published', 'nope']) },
            { keys: ['publicationFilter'], value: pick(random, ['modified', 'never-published']) },
          ]),
        ];
    }
  }

  /** @param {Model} model @param {number} depth @returns {Parameter} */
  #filter(model, depth) {
    const random = this.#random;
    if (depth > 0 && chance(random, 0.2)) {
      const group = pick(random, ['$and', '$or', '$not']);
      const index = group === '$not' ? [] : [String(random.below(3))];
      const { keys, value } = this.#filter(model, depth - 1);
      return { keys: [group, ...index, ...keys], value };
    }
    const [name, attribute] = this.#attribute(model);
    const next = this.#next(attribute);
    if (next && depth > 0) return under(name, this.#filter(next, depth - 1));
    const operator = pick(random, OPERATORS);
    const isList = ['$in', '$notIn', '$between'].includes(operator);
    const keys = chance(random, 0.15) ? [] : isList ? [operator, this.#index()] : [operator];
    return { keys: [name, ...keys], value: this.#value(attribute) };
  }

  /** @param {Model} model @param {number} depth @returns {Parameter[]} */
  #populate(model, depth) {
    const random = this.#random;
    if (chance(random, 0.2)) return [{ keys: ['populate'], value: '*' }];
    const nested = Object.entries(model.attributes).filter(([, each]) => !isScalar(each));
    const [name, attribute] = nested.length > 0 ? pick(random, nested) : this.#attribute(model);
    if (chance(random, 0.3)) {
      const keys = chance(random, 0.5) ? ['populate'] : ['populate', this.#index()];
      return [{ keys, value: name }];
    }
    const zone = attribute.components;
    const on = zone && chance(random, 0.7) ? ['on', pick(random, zone)] : [];
    const next = this.#next(on[1] ? { type: 'component', component: on[1] } : attribute);
    const prefix = ['populate', name, ...on];
    if (next === null || depth === 0) {
      const keys = chance(random, 0.5) ? prefix : [...prefix, 'populate'];
      return [{ keys, value: pick(random, ['*', 'true', 'false', 'count']) }];
    }
    return this.#inQuery(next, depth - 1).map(({ keys, value }) => ({
      keys: [...prefix, ...keys],
      value,
    }));
  }

  /** @param {Model} model @returns {Parameter} */
  #sort(model) {
    const random = this.#random;
    const paths = Array.from({ length: 1 + random.below(3) }, () => {
      let at = model;
      const names = [];
      for (let step = 0; step < 3; step++) {
        const [name, attribute] = this.#attribute(at);
        names.push(name);
        const next = this.#next(attribute);
        if (!next) break;
        at = next;
      }
      return `${names.join('.')}${pick(random, ['', ':asc', ':desc', ':DESC', ':up'])}`;
    });
    const keys = chance(random, 0.3) ? ['sort', this.#index()] : ['sort'];
    return { keys, value: paths.join(',') };
  }

  /** @param {Model} model @returns {Parameter} */
  #fields(model) {
    const random = this.#random;
    const names = Array.from({ length: 1 + random.below(4) }, () => this.#attribute(model)[0]);
    if (chance(random, 0.4)) return { keys: ['fields', this.#index()], value: names[0] ?? '' };
    return { keys: ['fields'], value: names.join(',') };
  }

  /** @returns {Parameter[]} */
  #pagination() {
    const random = this.#random;
    const pairs = pick(random, [
      ['page', 'pageSize'],
      ['start', 'limit'],
      ['page', 'limit'],
      ['withCount', 'pageSize'],
      ['after', 'pageSize'],
    ]);
    const numbers = ['0', '1', '2', '3', '25', '100', '101', '-1', '1e3', '99999999999', 'true'];
    return pairs.map((name) => ({ keys: ['pagination', name], value: pick(random, numbers) }));
  }

  /** @param {string} name @returns {Parameter} */
  #text(name) {
    return { keys: [name], value: this.#random.words(1 + this.#random.below(3)) };
  }

  /** @param {Model} model @returns {[string, Attribute]} */
  #attribute({ attributes }) {
    const entries = Object.entries(attributes);
    const isSystem = entries.length === 0 || chance(this.#random, 0.1);
    return pick(this.#random, isSystem ? Object.entries(SYSTEM) : entries);
  }

  /** @param {Attribute} attribute @returns {Model | null} */
  #next({ type, target, component, components }) {
    if (type === 'media')
      return { attributes: { name: { type: 'string' }, size: { type: 'float' } } };
    const uid = target ?? component ?? (components && pick(this.#random, components));
    const model = uid === undefined ? undefined : this.#vocabulary.models.get(uid);
    if (model) return model;
    return target === undefined ? null : { attributes: { username: { type: 'string' } } };
  }

  /** @param {Attribute} attribute */
  #value({ type, enum: choices }) {
    const random = this.#random;
    const { ids } = this.#vocabulary;
    if (choices) return pick(random, choices);
    switch (type) {
      case 'integer':
      case 'biginteger':
      case 'float':
      case 'decimal':
        return pick(random, ['0', '1', '17', '-5', '2.5', '1e5', '9007199254740993']);
      case 'boolean':
        return pick(random, ['true', 'false', '1', '0', 't']);
      case 'date':
      case 'datetime':
        return pick(random, ['2026-01-02', '2026-01-02T10:20:30.000Z', '0001-01-01', '1767348000']);
      case 'time':
        return pick(random, ['10:20:30.000', '10:20', '25:00:00']);
      case 'relation':
      case 'media':
        return ids.length > 0 ? pick(random, ids) : '1';
      default:
        return chance(random, 0.2) && ids.length > 0 ? pick(random, ids) : random.words(1);
    }
  }

  #index() {
    return pick(this.#random, ['', '0', '1', '2', '21', '101']);
  }

  /** @param {Parameter} parameter @returns {Parameter[]} */
  #mutate(parameter) {
    const random = this.#random;
    const { keys, value } = parameter;
    const at = random.below(keys.length);
    const odd = pick(random, UNUSUAL_VALUES);
    switch (random.below(7)) {
      case 0:
        return [{ keys: keys.with(at, odd), value }];
      case 1:
        return [{ keys: keys.toSpliced(at, 1), value }];
      case 2:
        return [{ keys: keys.toSpliced(at, 0, odd), value }];
      case 3:
        return [parameter, { keys: keys.slice(0, at + 1), value: odd }];
      case 4:
        return [
          { keys: [...keys, ...Array(1 + random.below(60)).fill(keys.at(-1) ?? 'a')], value },
        ];
      case 5:
        return Array.from({ length: 2 + random.below(40) }, () => parameter);
      default:
        return [{ keys, value: odd }];
    }
  }

  /** @param {Parameter} parameter */
  #encode({ keys: [root = '', ...rest], value }) {
    const random = this.#random;
    const bare = chance(random, 0.8);
    const name = rest.map((key) => (bare ? `[${encoded(key)}]` : encoded(`[${key}]`))).join('');
    const text = `${encoded(root)}${name}=${encoded(value)}`;
    if (!chance(random, 0.02)) return text;
    const at = random.below(text.length + 1);
    const broken = pick(random, ['%', '%zz', '%ED%A0%80', '%00', '%C3', '[', ']', '=', '+', '#']);
    return `${text.slice(0, at)}${broken}${text.slice(at)}`;
  }
}

/** @param {string} name @param {Parameter} parameter @returns {Parameter} */
function under(name, { keys, value }) {
  return { keys: [name, ...keys], value };
}

/** @param {Attribute} attribute */
function isScalar({ type }) {
  return !['relation', 'component', 'dynamiczone', 'media'].includes(type);
}

/**
 * Percent-encodes a text; a lone surrogate becomes three bytes of invalid UTF-8.
 * @param {string} text
 */
export function encoded(text) {
  return text.split(LONE_SURROGATE).map(encodeURIComponent).join('%ED%A0%80');
}
