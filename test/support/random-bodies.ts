// Random entries of a type, valid and invalid, built from the schema with existing and missing rows.
import fc from 'fast-check';
import type { JsonValue } from '../../src/base/json.ts';
import { FILE } from '../../src/schema/built-in/uids.ts';
import type { Registry } from '../../src/schema/registry.ts';
import type { Attribute, Model } from '../../src/schema/types.ts';
import {
  anyKey,
  anyValue,
  literal,
  validScalar,
  toObject,
  invalidScalar,
} from './random-values.ts';

type Values = fc.Arbitrary<JsonValue>;
type Entries = fc.Arbitrary<readonly (readonly [string, JsonValue])[]>;

/** The rows of a type that are there at first. */
export interface InitialRow {
  readonly id: number;
  /** Null for components. */
  readonly documentId: string | null;
}

/** A documentId that only a run knows: of the document of that type that was made as the n-th, counted in circles. */
export function made(uid: string, n: number): string {
  return `{{${uid} ${n}}}`;
}

/** Makes entries of all types of a registry. */
export class RandomEntries {
  readonly #registry: Registry;
  readonly #rows: (uid: string) => readonly InitialRow[];
  readonly #entries = new Map<string, Values>();

  constructor(registry: Registry, rows: (uid: string) => readonly InitialRow[]) {
    this.#registry = registry;
    this.#rows = rows;
  }

  /** Objects with some attributes of a model: mostly right, sometimes with a few that are not, or with odd keys. */
  entry(uid: string): Values {
    const known = this.#entries.get(uid);
    if (known) return known;
    const model = this.#registry.model(uid);
    const written = [...model.attributes.values()].filter(({ writable }) => writable);
    const entry = fc
      .tuple(
        fc.tuple(...written.filter(isRequired).map((attribute) => this.#usual(attribute))),
        some(
          written.map((attribute) => this.#pair(attribute, true)),
          4,
        ),
        seldom(
          some(
            written.map((attribute) => this.#pair(attribute, false)),
            2,
          ),
        ),
        this.#extras(model),
      )
      .map(([needed, ...others]) => toObject([needed.flat(), ...others].flat()));
    this.#entries.set(uid, entry);
    return entry;
  }

  /** A required attribute is there, but for now and then. */
  #usual(attribute: Attribute): Entries {
    return fc.oneof(
      { weight: 9, arbitrary: this.#pair(attribute, true).map((pair) => [pair]) },
      { weight: 1, arbitrary: fc.constant([]) },
    );
  }

  /** Ids of components, mostly real ones; unknown keys. */
  #extras(model: Model): Entries {
    const odd = seldom(some([fc.tuple(anyKey, anyValue)], 2));
    if (model.modelType === 'contentType') return odd;
    const id = fc.oneof(fc.integer({ min: 1, max: 12 }), this.#id(model.uid), anyValue);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: id.map((value) => [['id', value]] as const) },
      { weight: 1, arbitrary: odd },
    );
  }

  #pair(attribute: Attribute, right: boolean): fc.Arbitrary<readonly [string, JsonValue]> {
    return this.#value(attribute, right).map((value) => [attribute.name, value] as const);
  }

  #value(attribute: Attribute, right: boolean): Values {
    switch (attribute.kind) {
      case 'scalar':
        return right ? validScalar(attribute.type, attribute.raw) : invalidScalar(attribute.type);
      case 'relation':
        return this.#links(attribute.target, right);
      case 'media':
        return this.#links(FILE, right);
      case 'morph':
        return this.#morphs(attribute.target ?? null, right);
      case 'localizations':
        return anyValue;
      case 'component':
        return attribute.repeatable
          ? listOf(this.entry(attribute.component), right)
          : oneOf(this.entry(attribute.component), right);
      case 'dynamiczone': {
        const all = right ? attribute.components : [...this.#registry.components.keys()];
        return listOf(fc.oneof(...all.map((uid) => this.#zoneItem(uid, right))), right);
      }
    }
  }

  #zoneItem(uid: string, right: boolean): Values {
    const name = right
      ? fc.constant<JsonValue>(uid)
      : fc.oneof(fc.constant<JsonValue>(uid), fc.constant('no.such'), anyValue);
    return fc
      .tuple(name, this.entry(uid))
      .map(([component, entry]) => ({ __component: component, ...(entry as object) }));
  }

  /** Every form that a relation or a media attribute takes (docs/strapi/writing.md, "Forms of a relation"). */
  #links(uid: string, right: boolean): Values {
    const targets = this.#targets(uid, right);
    const plain = right ? this.#plainTarget(uid) : fc.oneof(this.#target(uid), wrongTarget);
    const placed = fc.oneof(targets, fc.array(this.#placed(uid, right), { maxLength: 4 }));
    const forms: Values = fc.oneof(
      plain,
      fc.array(plain, { maxLength: 4 }),
      fc.record({ set: targets }),
      fc.record({ disconnect: targets }),
      // Files are not connected: docs/strapi/differences.md, D13.
      ...(right && uid === FILE
        ? []
        : [fc.record({ connect: placed }), fc.record({ connect: placed, disconnect: targets })]),
      fc.constantFrom<JsonValue>(null, [], {}, { connect: [] }, { set: null }),
    );
    if (right) return forms;
    const mixture: Values = fc.record(
      {
        set: targets,
        connect: placed,
        disconnect: targets,
        options: fc.oneof(anyValue, fc.constant({ strict: false })),
      },
      { requiredKeys: [] },
    );
    return fc.oneof(forms, mixture, wrongTarget, anyValue);
  }

  #targets(uid: string, right: boolean): Values {
    const target = right ? this.#target(uid) : fc.oneof(this.#target(uid), wrongTarget);
    return fc.oneof(target, fc.array(target, { maxLength: 4 }));
  }

  /** A target that is also valid outside of `set`, `connect` and `disconnect`. */
  #plainTarget(uid: string): Values {
    const documentId = this.#documentId(uid);
    const id = this.#id(uid);
    return fc.oneof(documentId, id, id.map(String), fc.record({ documentId }), fc.record({ id }));
  }

  #target(uid: string): Values {
    const version = fc.record({
      documentId: this.#documentId(uid),
      status: fc.constantFrom('draft', 'published'),
      locale: fc.constantFrom<JsonValue>('en', null),
    });
    return fc.oneof(
      { weight: 6, arbitrary: this.#plainTarget(uid) },
      { weight: 1, arbitrary: version },
    );
  }

  #placed(uid: string, right: boolean): Values {
    const documentId = this.#documentId(uid);
    const position: Values = fc.oneof(
      fc.constantFrom({ start: true }, { end: true }),
      fc.record({ before: documentId }),
      fc.record({ after: documentId }),
    );
    const odd: Values = fc.oneof(
      anyValue,
      fc.record({ before: fc.oneof(documentId, anyValue), start: anyValue }, { requiredKeys: [] }),
      fc.record({ after: anyValue }),
    );
    const item = fc.record(
      { documentId, position: right ? position : fc.oneof(position, odd) },
      { requiredKeys: ['documentId'] },
    );
    return right ? item : fc.oneof(item, wrongTarget);
  }

  #morphs(uid: string | null, right: boolean): Values {
    if (uid !== null) return this.#links(uid, right);
    const types = [...this.#registry.contentTypes.keys()].filter((type) =>
      type.startsWith('api::'),
    );
    const item = fc.oneof(
      ...types.map((type) => this.#id(type).map((id): JsonValue => ({ __type: type, id }))),
      ...types.map((type) =>
        this.#documentId(type).map((documentId): JsonValue => ({ __type: type, documentId })),
      ),
    );
    const list = fc.array(item, { maxLength: 3 });
    const forms = fc.oneof(
      list,
      fc.record({ set: list }),
      fc.record({ connect: list, disconnect: list }, { requiredKeys: [] }),
    );
    const wrong = fc.oneof(item, fc.record({ __type: anyValue, id: anyValue }), anyValue);
    return right ? forms : fc.oneof(forms, wrong);
  }

  #documentId(uid: string): fc.Arbitrary<string> {
    const known = this.#rows(uid).flatMap(({ documentId }) => documentId ?? []);
    const fresh = fc.nat(5).map((n) => made(uid, n));
    return known.length === 0
      ? fresh
      : fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: fresh },
        );
  }

  #id(uid: string): fc.Arbitrary<number> {
    const known = this.#rows(uid).map(({ id }) => id);
    const low = fc.integer({ min: 1, max: 6 });
    return known.length === 0
      ? low
      : fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: low },
        );
  }
}

const wrongTarget: Values = fc.oneof(
  fc.constantFrom<JsonValue>(
    99_999,
    0,
    -1,
    1.5,
    '',
    '1abc',
    '99999',
    'unknown',
    true,
    null,
    '9'.repeat(30),
  ),
  fc.constantFrom<JsonValue>(
    literal('9007199254740993'),
    literal('1e400'),
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x'.repeat(500),
  ),
  fc.record({ documentId: anyValue }),
  fc.record({ id: anyValue }),
  fc.record({ documentId: fc.constant('unknown'), locale: anyValue, status: anyValue }),
  anyValue,
);

function isRequired({ raw }: Attribute): boolean {
  return raw['required'] === true;
}

function listOf(item: Values, right: boolean): Values {
  const list = fc.array(item, { maxLength: 3 });
  return right
    ? list
    : fc.oneof(list, fc.array(fc.oneof(item, anyValue), { maxLength: 3 }), item, anyValue);
}

function oneOf(item: Values, right: boolean): Values {
  return right
    ? fc.oneof({ weight: 5, arbitrary: item }, { weight: 1, arbitrary: fc.constant(null) })
    : fc.oneof(item, fc.array(item, { maxLength: 2 }), anyValue);
}

function some(
  pairs: readonly fc.Arbitrary<readonly [string, JsonValue]>[],
  maxLength: number,
): Entries {
  return pairs.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...pairs), { maxLength });
}

function seldom(entries: Entries): Entries {
  return fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: entries });
}
