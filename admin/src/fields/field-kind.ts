// Field kind: the editor of an attribute type. Each kind is a folder, listed in registry.ts.
import type { ComponentType } from 'react';
import type { Json } from '../base/json.ts';
import type { CheckTime, Issue } from '../model/issues.ts';
import type { LayoutField } from '../model/layout.ts';
import type { Operator } from '../model/list-state.ts';
import type { Attribute } from '../model/schema.ts';
import type { ControlProps } from '../ui/field.tsx';

export interface EditProps {
  readonly field: LayoutField;
  /** Result of `parse`. */
  readonly value: Json;
  readonly control: ControlProps;
  readonly isReadOnly: boolean;
  readonly onChange: (value: Json) => void;
  /** Returns a generated value; null if the kind has none or the document is not stored yet. */
  readonly onGenerate: (() => void) | null;
}

/** Input type of a filter. */
export type FilterInput = 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'option';

/** Editor of an attribute type. */
export interface FieldKind {
  /** The attribute type. */
  readonly kind: string;
  /** False if the value is read-only and never sent. */
  readonly isEditable: boolean;
  /** True if the control has several parts and needs a group label. */
  readonly isGroup?: boolean;
  /** True if the value has inner fields: the control receives the shape only, and each field subscribes to its value. */
  readonly isStructured?: boolean;
  /** Converts a value of an entry to a form value. */
  parse(raw: Json | undefined): Json;
  /**
   * Returns the value to send, or undefined for none. Called for values without issues at `draft` only.
   * @param before Value on the server; null in a new entry
   */
  toBody(value: Json, before: Json): Json | undefined;
  /**
   * Merges a saved value with loaded parts of the form value, such as a list that the response only counts.
   * Without it, the saved value is used.
   */
  carry?(shown: Json, saved: Json): Json;
  check(value: Json, attribute: Attribute, when: CheckTime): readonly Issue[];
  /** Returns the value as text, for lists, search, comparisons and screen readers. @param tag Language tag */
  text(value: Json, tag: string): string;
  readonly Edit: ComponentType<EditProps>;
  /** Null if lists cannot be filtered by the attribute. */
  readonly filter: { readonly input: FilterInput; readonly operators: readonly Operator[] } | null;
}
