// Field kind: all that the interface knows about one type of attribute. Each kind is a folder, listed in registry.ts.
import type { ComponentType } from 'react';
import type { Json } from '../base/json.ts';
import type { CheckTime, Issue } from '../model/issues.ts';
import type { LayoutField } from '../model/layout.ts';
import type { Operator } from '../model/list-state.ts';
import type { Attribute } from '../model/schema.ts';
import type { ControlProps } from '../ui/field.tsx';

/** Props of the control of a field. */
export interface EditProps {
  readonly field: LayoutField;
  /** As returned by `parse`. */
  readonly value: Json;
  readonly control: ControlProps;
  readonly isReadOnly: boolean;
  readonly onChange: (value: Json) => void;
  /** Returns a generated value; null if the kind has none or the document is not known yet. */
  readonly onGenerate: (() => void) | null;
}

/** How a filter takes its value. */
export type FilterInput = 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'option';

/** One type of attribute. */
export interface FieldKind {
  /** The attribute type. */
  readonly kind: string;
  /** False: the value is shown, and never sent. */
  readonly isEditable: boolean;
  /** Whether the control consists of several parts, so that its label is a group's. */
  readonly isGroup?: boolean;
  /** Whether the value has fields of its own: its control gets the shape alone, and each field follows its own value. */
  readonly isStructured?: boolean;
  /** The value in a form, from the value of an entry. */
  parse(raw: Json | undefined): Json;
  /**
   * The value to send; undefined if there is nothing to send. Only for values without issues at `draft`.
   * @param before The value that the server has, null in a new entry
   */
  toBody(value: Json, before: Json): Json | undefined;
  /**
   * Returns a saved value with what its form value has besides, such as a list that the answer only counts.
   * Without it, the saved value is used as it is.
   */
  carry?(shown: Json, saved: Json): Json;
  check(value: Json, attribute: Attribute, when: CheckTime): readonly Issue[];
  /** The value as text: for lists, search, comparisons and screen readers. @param tag Language tag */
  text(value: Json, tag: string): string;
  readonly Edit: ComponentType<EditProps>;
  /** Null if lists cannot be filtered by it. */
  readonly filter: { readonly input: FilterInput; readonly operators: readonly Operator[] } | null;
}
