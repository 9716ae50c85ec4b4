// Reads components level by level and prints them as JSON inside their owners.
import { servedComponents, type Registry } from '../../schema/registry.ts';
import type { ComponentAttribute, DynamicZoneAttribute, Model } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { RowsOfModel } from './rows-of-model.ts';

export interface ReadDependencies {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly statements: RowStatements;
}

/** Returns the JSON members of a row's components, each with a leading comma. */
export type InnerText = (id: number) => string;

/** Maximum nesting of components; a component that contains itself would never end. */
const MAX_LEVELS = 32;

type Composed = ComponentAttribute | DynamicZoneAttribute;

/** A component in its position. */
interface ComponentSlot {
  readonly entity: number;
  readonly id: number;
  readonly type: string;
  readonly field: string;
  readonly order: number;
}

/** Reads the components of rows. */
export class ComponentTexts {
  readonly #dependencies: ReadDependencies;
  readonly #rows = new Map<string, RowsOfModel>();

  constructor(dependencies: ReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the reader of the rows of a model. */
  rowsOf(uid: string): RowsOfModel {
    const { registry, layout } = this.#dependencies;
    const rows = this.#rows.get(uid) ?? new RowsOfModel(registry.model(uid), layout);
    this.#rows.set(uid, rows);
    return rows;
  }

  /** Reads the components of rows. The number of statements depends on the schema, not on the rows. */
  *inside(model: Model, ids: readonly number[], level = 0): ReadSteps<InnerText> {
    const attributes = [...model.attributes.values()].filter(isComposed);
    const [first] = attributes;
    if (!first || ids.length === 0 || level === MAX_LEVELS) return () => '';
    const slots = yield* this.#places(model.uid, first, ids);
    const texts = yield* this.#texts(attributes, slots, level);
    const byEntity = grouped(slots);
    return (id) => {
      const own = byEntity.get(id) ?? [];
      return attributes.map((attribute) => textOfSlots(attribute, own, texts)).join('');
    };
  }

  /** All positions of a model are in one table. */
  *#places(
    uid: string,
    { name }: Composed,
    ids: readonly number[],
  ): ReadSteps<readonly ComponentSlot[]> {
    const link = this.#dependencies.layout.link(uid, name);
    if (link.kind !== 'components') throw new Error(`${uid} ${name} holds no components`);
    const rows = yield* this.#dependencies.statements.select(link.table, {
      columns: ['entity_id', 'cmp_id', 'component_type', 'field', 'order'],
      where: [{ column: 'entity_id', in: ids }],
      order: ['order', 'id'],
    });
    const slots = rows.map(([entity, id, type, field, order]) => ({
      entity: Number(entity),
      id: Number(id),
      type: String(type),
      field: String(field),
      order: typeof order === 'number' ? order : Number.NEGATIVE_INFINITY,
    }));
    // Databases differ in the position of rows without an order.
    return slots.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
  }

  /** Texts of all components, by component and id; none for a missing row. */
  *#texts(
    attributes: readonly Composed[],
    slots: readonly ComponentSlot[],
    level: number,
  ): ReadSteps<Texts> {
    const requested = new Map<string, Set<number>>();
    for (const attribute of attributes) {
      for (const slot of slots) {
        const uid = componentAt(attribute, slot);
        if (uid !== null) requested.set(uid, (requested.get(uid) ?? new Set()).add(slot.id));
      }
    }
    const texts = new Map<string, ReadonlyMap<number, string>>();
    for (const [uid, ids] of requested) texts.set(uid, yield* this.#textsOf(uid, [...ids], level));
    return texts;
  }

  *#textsOf(
    uid: string,
    ids: readonly number[],
    level: number,
  ): ReadSteps<ReadonlyMap<number, string>> {
    const rows = this.rowsOf(uid);
    const found = yield* this.#dependencies.statements.select(rows.table, {
      columns: ['id', ...rows.columns],
      where: [{ column: 'id', in: ids }],
    });
    const own = found.map((row) => Number(row[0]));
    const inner = yield* this.inside(this.#dependencies.registry.model(uid), own, level + 1);
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
 * The component at a position of an attribute; null for a position of another attribute. A component attribute always
 * reads its own component (docs/strapi/storage.md, "Changes by other programs").
 */
function componentAt(attribute: Composed, { field, type }: ComponentSlot): string | null {
  if (field !== attribute.name) return null;
  if (attribute.kind === 'component') return attribute.component;
  return servedComponents(attribute).includes(type) ? type : null;
}

function grouped(slots: readonly ComponentSlot[]): ReadonlyMap<number, readonly ComponentSlot[]> {
  const groups = new Map<number, ComponentSlot[]>();
  for (const slot of slots) {
    const group = groups.get(slot.entity);
    if (group) group.push(slot);
    else groups.set(slot.entity, [slot]);
  }
  return groups;
}

function textOfSlots(attribute: Composed, slots: readonly ComponentSlot[], texts: Texts): string {
  const inside = slots.flatMap((slot) => {
    const uid = componentAt(attribute, slot);
    const text = uid === null ? undefined : texts.get(uid)?.get(slot.id);
    if (text === undefined) return [];
    const mark = attribute.kind === 'component' ? '' : `,"__component":${JSON.stringify(uid)}`;
    return [`{${text}${mark}}`];
  });
  const isOne = attribute.kind === 'component' && !attribute.repeatable;
  const value = isOne ? (inside[0] ?? 'null') : `[${inside.join(',')}]`;
  return `,${JSON.stringify(attribute.name)}:${value}`;
}
