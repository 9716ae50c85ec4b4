// Collects the results of checking the attributes of one row.
import type { ColumnValue, ComponentInput, RelationInput } from '../input.ts';
import { sortAttributeFindings, type AttributeFindings } from './error-order.ts';
import { labelOf, type CheckedObject, type CheckResult } from './check-context.ts';

/** The result for one attribute, and the value to be written. */
export interface CheckedAttribute extends CheckResult {
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
  /** Deferred errors of components, which are written first, of the row itself, and of its links, which are written last. */
  #lateInside: CheckResult['deferredError'] = null;
  #lateHere: CheckResult['deferredError'] = null;
  #lateLinks: CheckResult['deferredError'] = null;
  readonly #label: string;
  #problem: string | null = null;
  #rounds = 0;

  /** @param label The name of the row in messages; empty for the entry itself */
  constructor(label: string) {
    this.#label = label;
  }

  /** Adds an attribute that was not sent. */
  addMissing(rounds: number): void {
    this.#rounds = Math.max(this.#rounds, rounds);
  }

  /** Adds the result of an attribute. */
  add(name: string, checked: CheckedAttribute): void {
    const { findings, rounds, deferredError, relationError, value, components, relation } = checked;
    if (findings.length > 0) {
      (this.#found ??= []).push({ label: labelOf(this.#label, name), findings, rounds });
    }
    if (components !== undefined) this.#lateInside ??= deferredError;
    else if (relation !== undefined) this.#lateLinks ??= deferredError;
    else this.#lateHere ??= deferredError;
    this.#problem ??= relationError;
    this.addMissing(rounds);
    if (value !== undefined) this.#values.set(name, value);
    if (components) (this.#components ??= new Map()).set(name, components);
    if (relation) (this.#relations ??= new Map()).set(name, relation);
  }

  /**
   * Returns the result for the row.
   * @param names Names of all attributes, in the order of the schema
   * @param keys Keys of the body, in whose order targets are looked up
   */
  toChecked(names: readonly string[], keys: readonly string[]): CheckedObject {
    return {
      values: this.#values,
      components: inOrder(this.#components ?? NONE, keys),
      relations: inOrder(this.#relations ?? NONE, keys),
      findings: sortAttributeFindings(this.#found ?? [], names),
      deferredError: this.#lateInside ?? this.#lateHere ?? this.#lateLinks,
      relationError: this.#problem,
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
