// In charge of putting together what was found in the attributes of one row, and what is written for them.
import type { ColumnValue, ComponentInput, RelationInput } from '../input.ts';
import { attributesInOrder, type AttributeFindings } from './answer-order.ts';
import type { CheckedObject, Found } from './check-context.ts';

/** What was found in one attribute, and what is written for it. */
export interface CheckedAttribute extends Found {
  readonly value?: ColumnValue | undefined;
  readonly components?: readonly ComponentInput[] | null;
  readonly relation?: RelationInput | null;
}

/** A row whose attributes are added in the order of the schema. */
export class CheckedRow {
  readonly #values = new Map<string, ColumnValue>();
  /** Most components have none of these. */
  #components: Map<string, readonly ComponentInput[]> | null = null;
  #relations: Map<string, RelationInput> | null = null;
  #found: AttributeFindings[] | null = null;
  /** Of components, which are written first, of the row itself, and of its links, which are written last. */
  #lateInside: Found['late'] = null;
  #lateHere: Found['late'] = null;
  #lateLinks: Found['late'] = null;
  #problem: string | null = null;
  #rounds = 0;

  /** Adds an attribute that nothing was sent for. */
  pass(rounds: number): void {
    this.#rounds = Math.max(this.#rounds, rounds);
  }

  /** @param label As messages call the attribute: `sizes[1].name` */
  add(name: string, checked: CheckedAttribute, label: string): void {
    const { findings, rounds, late, problem, value, components, relation } = checked;
    if (findings.length > 0) (this.#found ??= []).push({ label, findings, rounds });
    if (components !== undefined) this.#lateInside ??= late;
    else if (relation !== undefined) this.#lateLinks ??= late;
    else this.#lateHere ??= late;
    this.#problem ??= problem;
    this.pass(rounds);
    if (value !== undefined) this.#values.set(name, value);
    if (components) (this.#components ??= new Map()).set(name, components);
    if (relation) (this.#relations ??= new Map()).set(name, relation);
  }

  /**
   * @param names Of all attributes, in the order of the schema
   * @param keys In the order of the body: targets are looked up in it
   */
  toChecked(names: readonly string[], keys: readonly string[]): CheckedObject {
    return {
      values: this.#values,
      components: inOrder(this.#components ?? NONE, keys),
      relations: inOrder(this.#relations ?? NONE, keys),
      findings: attributesInOrder(this.#found ?? [], names),
      late: this.#lateInside ?? this.#lateHere ?? this.#lateLinks,
      problem: this.#problem,
      rounds: 1 + this.#rounds,
    };
  }
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

function inOrder<T>(map: ReadonlyMap<string, T>, keys: readonly string[]): ReadonlyMap<string, T> {
  if (map.size < 2) return map;
  return new Map(
    keys.flatMap((key): readonly (readonly [string, T])[] => {
      const value = map.get(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
