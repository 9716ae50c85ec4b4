// Random request bodies: valid and invalid entries of a type, arbitrary JSON, and truncated forms.
import { chance, UNUSUAL_VALUES, pick } from './vocabulary.mjs';

/** @typedef {import('../seeds/random.mjs').Random} Random */
/** @typedef {import('./vocabulary.mjs').Model} Model */
/** @typedef {import('./vocabulary.mjs').Attribute} Attribute */
/** @typedef {import('./vocabulary.mjs').Vocabulary} Vocabulary */
/** @typedef {{ type: string, bytes: Buffer }} Body */

const DEPTH = 3;

/** Half of the bodies are valid; in the others this share of values is arbitrary. */
const ODD = 0.08;

/** The smallest PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export class BodyGrammar {
  #random;
  #vocabulary;
  /** Share of arbitrary values in the current body. */
  #odd = 0;

  /** @param {Random} random @param {Vocabulary} vocabulary */
  constructor(random, vocabulary) {
    this.#random = random;
    this.#vocabulary = vocabulary;
  }

  /** @param {Model} model model of the written type @returns {Body} */
  document(model) {
    const random = this.#random;
    this.#odd = chance(random, 0.5) ? ODD : 0;
    const data = chance(random, 0.05) ? this.#anything(DEPTH) : this.#entry(model, DEPTH);
    const body = chance(random, 0.03) ? data : { data };
    return this.#serialize(body);
  }

  /** An object with these keys and values of every kind. @param {readonly string[]} keys @returns {Body} */
  form(keys) {
    const random = this.#random;
    this.#odd = ODD;
    const present = keys.filter(() => chance(random, 0.9));
    const pairs = present.map((key) => [
      key,
      chance(random, 0.6) ? this.#word(key) : this.#anything(DEPTH),
    ]);
    if (chance(random, 0.1)) pairs.push([pick(random, UNUSUAL_VALUES), this.#anything(DEPTH)]);
    return this.#serialize(Object.fromEntries(pairs));
  }

  /** A multipart form with files, as an upload sends it. @returns {Body} */
  upload() {
    const random = this.#random;
    const boundary = chance(random, 0.1) ? 'b'.repeat(random.below(120)) : 'soak-boundary';
    const parts = Array.from({ length: 1 + random.below(3) }, () => this.#part());
    const open = `--${boundary}\r\n`;
    const body = parts.flatMap((part) => [Buffer.from(open), part, Buffer.from('\r\n')]);
    const whole = Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]);
    const isCut = chance(random, 0.1);
    const bytes = isCut ? whole.subarray(0, random.below(whole.length)) : whole;
    const quoted = chance(random, 0.1) ? `"${boundary}"` : boundary;
    const type = chance(random, 0.03)
      ? 'multipart/form-data'
      : `multipart/form-data; boundary=${quoted}`;
    return { type, bytes };
  }

  #part() {
    const random = this.#random;
    const name = pick(random, [
      'files',
      'files',
      'files',
      'fileInfo',
      'ref',
      'refId',
      'field',
      'data',
      'path',
    ]);
    if (name === 'files') {
      const file = pick(random, [
        'a.png',
        'b.svg',
        'c',
        '../../d.png',
        'é.txt',
        '.env',
        'x'.repeat(300),
        'a\u0000b',
      ]);
      const type = pick(random, [
        'image/png',
        'image/svg+xml',
        'text/html',
        'nonsense',
        'application/pdf',
      ]);
      const head = `Content-Disposition: form-data; name="files"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`;
      const bytes = chance(random, 0.5) ? PNG : Buffer.from(this.#word('file'));
      const cut = chance(random, 0.2) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
      return Buffer.concat([Buffer.from(head), cut]);
    }
    const text = chance(random, 0.5) ? JSON.stringify(this.#anything(2)) : this.#word(name);
    const head = `Content-Disposition: form-data; name=${chance(random, 0.05) ? name : `"${name}"`}\r\n\r\n`;
    return Buffer.from(`${head}${text}`);
  }

  /** @param {Model} model @param {number} depth @returns {unknown} */
  #entry({ attributes }, depth) {
    const random = this.#random;
    const pairs = Object.entries(attributes)
      .filter(([, { required }]) => required || chance(random, 0.5))
      .map(([name, attribute]) => [name, this.#value(attribute, depth)]);
    if (chance(random, this.#odd / 2))
      pairs.push([pick(random, UNUSUAL_VALUES), this.#anything(2)]);
    return Object.fromEntries(pairs);
  }

  /** @param {Attribute} attribute @param {number} depth @returns {unknown} */
  #value(attribute, depth) {
    const random = this.#random;
    if (chance(random, this.#odd)) return this.#anything(DEPTH);
    const { type, enum: choices, component, components, repeatable } = attribute;
    const many = (/** @type {() => unknown} */ one) => Array.from({ length: random.below(4) }, one);
    switch (type) {
      case 'integer':
        return random.below(1000) - 10;
      case 'biginteger':
        return pick(random, [String(random.below(2 ** 31)), '9223372036854775807', 12]);
      case 'float':
      case 'decimal':
        return random.below(10_000) / pick(random, [1, 8, 3, 1e-300]);
      case 'boolean':
        return chance(random, 0.5);
      case 'date':
        return pick(random, ['2026-01-02', '0001-01-01', '9999-12-31']);
      case 'datetime':
        return pick(random, ['2026-01-02T10:20:30.000Z', '2026-01-02', 1767348000000]);
      case 'time':
        return pick(random, ['10:20:30', '10:20:30.123']);
      case 'enumeration':
        return pick(random, choices ?? ['']);
      case 'email':
        return `a${random.below(1000)}@example.com`;
      case 'json':
        return this.#anything(DEPTH);
      case 'blocks':
        return [{ type: 'paragraph', children: [{ type: 'text', text: random.words(2) }] }];
      case 'component': {
        const model = this.#vocabulary.models.get(component ?? '');
        if (!model || depth === 0) return null;
        return repeatable
          ? many(() => this.#entry(model, depth - 1))
          : this.#entry(model, depth - 1);
      }
      case 'dynamiczone':
        return many(() => {
          const __component = pick(random, components ?? ['none']);
          const model = this.#vocabulary.models.get(__component) ?? { attributes: {} };
          const entry = depth === 0 ? {} : this.#entry(model, depth - 1);
          return { __component, .../** @type {object} */ (entry) };
        });
      case 'relation':
      case 'media':
        return this.#targets();
      default:
        return this.#word(type);
    }
  }

  #targets() {
    const random = this.#random;
    const { ids } = this.#vocabulary;
    const id = () => {
      const existing = ids.length > 0 ? pick(random, ids) : '1';
      const one = /^\d+$/.test(existing) ? Number(existing) : existing;
      return chance(random, 0.5) ? one : { [typeof one === 'number' ? 'id' : 'documentId']: one };
    };
    const list = () => Array.from({ length: random.below(4) }, id);
    switch (random.below(6)) {
      case 0:
        return id();
      case 1:
        return list();
      case 2:
        return { set: list() };
      case 3:
        return { connect: list(), disconnect: list() };
      case 4: {
        const before = { [pick(random, ['before', 'after'])]: pick(random, ['1', ...ids]) };
        const position = chance(random, 0.3) ? { start: true } : before;
        return { connect: [{ documentId: pick(random, ['1', ...ids]), position }] };
      }
      default:
        return pick(random, [null, [], {}, 0]);
    }
  }

  /** @param {string} key */
  #word(key) {
    const random = this.#random;
    if (key === 'email') return `u${random.below(1000)}@example.com`;
    if (key === 'password') return 'Passw0rd!';
    if (key === 'uid') return random.documentId();
    return chance(random, this.#odd)
      ? pick(random, UNUSUAL_VALUES)
      : random.words(1 + random.below(6));
  }

  /** Any JSON value. @param {number} depth @returns {unknown} */
  #anything(depth) {
    const random = this.#random;
    switch (random.below(depth > 0 ? 9 : 6)) {
      case 0:
        return null;
      case 1:
        return chance(random, 0.5);
      case 2:
        return pick(random, [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 5e-324]);
      case 3:
      case 4:
        return pick(random, UNUSUAL_VALUES);
      case 5:
        return random.words(3);
      case 6:
        return Array.from({ length: random.below(5) }, () => this.#anything(depth - 1));
      default:
        return Object.fromEntries(
          Array.from({ length: random.below(4) }, () => [
            pick(random, [
              ...UNUSUAL_VALUES,
              'set',
              'connect',
              'disconnect',
              'id',
              'documentId',
              'name',
            ]),
            this.#anything(depth - 1),
          ]),
        );
    }
  }

  /** Serializes a body as JSON, which is sometimes malformed. @param {unknown} value @returns {Body} */
  #serialize(value) {
    const random = this.#random;
    const json = 'application/json';
    const text = JSON.stringify(value) ?? 'null';
    if (!chance(random, 0.06)) return { type: json, bytes: Buffer.from(text) };
    switch (random.below(8)) {
      case 0:
        return { type: json, bytes: Buffer.from(text.slice(0, random.below(text.length + 1))) };
      case 1:
        return { type: json, bytes: Buffer.from(text, 'latin1') };
      case 2: {
        const depth = 1 + random.below(20_000);
        return {
          type: json,
          bytes: Buffer.from(`{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`),
        };
      }
      case 3:
        return {
          type: json,
          bytes: Buffer.from('{"data":{"amount":1e999,"title":"\\ud800","__proto__":{"a":1}}}'),
        };
      case 4:
        return {
          type: pick(random, [
            'text/plain',
            'application/xml',
            'x',
            'application/json; charset=utf-16',
          ]),
          bytes: Buffer.from(text),
        };
      case 5:
        return {
          type: 'application/x-www-form-urlencoded',
          bytes: Buffer.from('data[title]=a&data[__proto__][x]=1&identifier=a&password=b'),
        };
      case 6:
        return { type: json, bytes: Buffer.alloc(random.below(2_000_000), 0x20) };
      default:
        return this.upload();
    }
  }
}
