// In charge of the component rows that stand in rows: read level by level, and written as JSON inside of them.
import type { Registry } from '../../schema/registry.ts';
import type { ComponentAttribute, DynamicZoneAttribute, Model } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import type { Reading } from '../../storage/session.ts';
import { RowsOfModel } from './rows-of-model.ts';

/** What rows are read with. */
export interface ReadParts {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly statements: RowStatements;
}

/** Writes what stands in the row of an id: JSON members, each with a comma before it. */
export type InnerText = (id: number) => string;

/** Levels of components inside components: a row that stands in itself would have no end. */
const MAX_LEVELS = 32;

type Composed = ComponentAttribute | DynamicZoneAttribute;

/** A component row in its place. */
interface Place {
  readonly entity: number;
  readonly id: number;
  readonly type: string;
  readonly field: string;
  readonly order: number;
}

/** Reads the component rows of rows. */
export class ComponentTexts {
  readonly #parts: ReadParts;
  readonly #rows = new Map<string, RowsOfModel>();

  constructor(parts: ReadParts) {
    this.#parts = parts;
  }

  /** How the rows of a model are read and written. */
  rowsOf(uid: string): RowsOfModel {
    const { registry, layout } = this.#parts;
    const made = this.#rows.get(uid) ?? new RowsOfModel(registry.model(uid), layout);
    this.#rows.set(uid, made);
    return made;
  }

  /** Reads what stands in rows of a model. The number of statements depends on the schema, not on the rows. */
  *inside(model: Model, ids: readonly number[], level = 0): Reading<InnerText> {
    const attributes = [...model.attributes.values()].filter(isComposed);
    const [first] = attributes;
    if (!first || ids.length === 0 || level === MAX_LEVELS) return () => '';
    const places = yield* this.#places(model.uid, first, ids);
    const texts = yield* this.#texts(attributes, places, level);
    const byEntity = grouped(places);
    return (id) => {
      const own = byEntity.get(id) ?? [];
      return attributes.map((attribute) => written(attribute, own, texts)).join('');
    };
  }

  /** All places of a model's rows are in one table. */
  *#places(uid: string, { name }: Composed, ids: readonly number[]): Reading<readonly Place[]> {
    const link = this.#parts.layout.link(uid, name);
    if (link.kind !== 'components') throw new Error(`${uid} ${name} holds no components`);
    const rows = yield* this.#parts.statements.select(link.table, {
      columns: ['entity_id', 'cmp_id', 'component_type', 'field', 'order'],
      where: [{ column: 'entity_id', in: ids }],
      order: ['order', 'id'],
    });
    const places = rows.map(([entity, id, type, field, order]) => ({
      entity: Number(entity),
      id: Number(id),
      type: String(type),
      field: String(field),
      order: typeof order === 'number' ? order : Number.NEGATIVE_INFINITY,
    }));
    // Databases differ in where they put rows without an order.
    return places.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
  }

  /** The texts of all component rows in the places, by component and id; of a row that is not there, none. */
  *#texts(
    attributes: readonly Composed[],
    places: readonly Place[],
    level: number,
  ): Reading<Texts> {
    const wanted = new Map<string, Set<number>>();
    for (const attribute of attributes) {
      for (const place of places) {
        const uid = componentAt(attribute, place);
        if (uid !== null) wanted.set(uid, (wanted.get(uid) ?? new Set()).add(place.id));
      }
    }
    const texts = new Map<string, ReadonlyMap<number, string>>();
    for (const [uid, ids] of wanted) texts.set(uid, yield* this.#textsOf(uid, [...ids], level));
    return texts;
  }

  *#textsOf(
    uid: string,
    ids: readonly number[],
    level: number,
  ): Reading<ReadonlyMap<number, string>> {
    const rows = this.rowsOf(uid);
    const found = yield* this.#parts.statements.select(rows.table, {
      columns: ['id', ...rows.columns],
      where: [{ column: 'id', in: ids }],
    });
    const own = found.map((row) => Number(row[0]));
    const inner = yield* this.inside(this.#parts.registry.model(uid), own, level + 1);
    return new Map(
      found.map((row) => {
        const id = Number(row[0]);
        const members = rows.write(row);
        return [id, `"id":${id}${members === '' ? '' : `,${members}`}${inner(id)}`];
      }),
    );
  }
}

type Texts = ReadonlyMap<string, ReadonlyMap<number, string>>;

function isComposed(attribute: { readonly kind: string }): attribute is Composed {
  return attribute.kind === 'component' || attribute.kind === 'dynamiczone';
}

/**
 * The component whose row stands in a place of an attribute; null where the place is another attribute's. A component
 * attribute reads its own component, whatever the place says (docs/strapi/storage.md, "Changes by other programs").
 */
function componentAt(attribute: Composed, { field, type }: Place): string | null {
  if (field !== attribute.name) return null;
  if (attribute.kind === 'component') return attribute.component;
  return attribute.components.includes(type) ? type : null;
}

function grouped(places: readonly Place[]): ReadonlyMap<number, readonly Place[]> {
  const groups = new Map<number, Place[]>();
  for (const place of places) {
    const group = groups.get(place.entity);
    if (group) group.push(place);
    else groups.set(place.entity, [place]);
  }
  return groups;
}

function written(attribute: Composed, places: readonly Place[], texts: Texts): string {
  const inside = places.flatMap((place) => {
    const uid = componentAt(attribute, place);
    const text = uid === null ? undefined : texts.get(uid)?.get(place.id);
    if (text === undefined) return [];
    const mark = attribute.kind === 'component' ? '' : `,"__component":${JSON.stringify(uid)}`;
    return [`{${text}${mark}}`];
  });
  const isOne = attribute.kind === 'component' && !attribute.repeatable;
  const value = isOne ? (inside[0] ?? 'null') : `[${inside.join(',')}]`;
  return `,${JSON.stringify(attribute.name)}:${value}`;
}
