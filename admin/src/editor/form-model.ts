// Form model: the fields of a type, and conversions between entries of the server and form documents.
import { isEqualJson, type Json, type JsonObject } from '../base/json.ts';
import type { FieldKind } from '../fields/field-kind.ts';
import type { ComponentContext } from '../fields/component/component-value.ts';
import { fieldKind, kindOfAttribute } from '../fields/registry.ts';
import { changedFields } from '../model/changes.ts';
import type { Document } from '../model/document.ts';
import type { CheckTime, Issue } from '../model/issues.ts';
import type { ComponentForms, LayoutField } from '../model/layout.ts';
import type { Attribute } from '../model/schema.ts';

/** The fields of a form. */
export class FormModel {
  readonly fields: readonly LayoutField[];
  /** Names of editable fields. */
  readonly editable: readonly string[];
  readonly #byName: ReadonlyMap<string, LayoutField>;

  readonly components: ComponentContext;
  readonly #kinds = new Map<Attribute, FieldKind>();

  /**
   * @param mayEdit Returns true if the user may change a field
   * @param forms Forms of components
   */
  constructor(
    fields: readonly LayoutField[],
    mayEdit: (name: string) => boolean,
    forms: ComponentForms = new Map(),
  ) {
    this.fields = fields;
    this.components = { forms, kindOf: (attribute) => this.kindOf(attribute) };
    this.#byName = new Map(fields.map((field) => [field.attribute.name, field]));
    this.editable = fields
      .filter(
        ({ isEditable, attribute }) =>
          isEditable && this.kindOf(attribute).isEditable && mayEdit(attribute.name),
      )
      .map(({ attribute }) => attribute.name);
  }

  /** Returns a field by name. */
  field(name: string): LayoutField | null {
    return this.#byName.get(name) ?? null;
  }

  /** Returns the label of a field. */
  label(name: string): string {
    return this.#byName.get(name)?.label ?? name;
  }

  /** Returns true if a field is editable. */
  isEditable(name: string): boolean {
    return this.editable.includes(name);
  }

  /** Converts an entry to a document. */
  parse(entry: JsonObject): Document {
    return Object.fromEntries(
      this.fields.map(({ attribute }) => [
        attribute.name,
        this.kindOf(attribute).parse(entry[attribute.name]),
      ]),
    );
  }

  /** Returns the document of a new entry with default values. */
  empty(): Document {
    return this.parse(
      Object.fromEntries(this.fields.map(({ attribute }) => [attribute.name, attribute.default])),
    );
  }

  /** Returns a document with initial values. */
  begin(base: Document, initial: JsonObject): Document {
    const given = this.parse(initial);
    const names = this.editable.filter((name) => Object.hasOwn(initial, name));
    return { ...base, ...Object.fromEntries(names.map((name) => [name, given[name] ?? null])) };
  }

  /** Returns empty fields for which an entry has a value. */
  fillable(document: Document, entry: JsonObject): Document {
    const given = this.parse(entry);
    const none = this.parse({});
    const isEmpty = (name: string): boolean =>
      isEqualJson(document[name] ?? null, none[name] ?? null);
    const names = this.editable.filter(
      (name) => isEmpty(name) && !isEqualJson(given[name] ?? null, none[name] ?? null),
    );
    return Object.fromEntries(names.map((name) => [name, given[name] ?? null]));
  }

  /** Returns changed fields without issues that a draft must not have. */
  savable(base: Document, current: Document): readonly string[] {
    return changedFields(base, current, this.editable).filter(
      (name) => this.check(name, current[name] ?? null, 'draft').length === 0,
    );
  }

  /** Returns a saved entry merged with loaded values of a document, such as lists. */
  carry(shown: Document, saved: Document): Document {
    return Object.fromEntries(
      Object.entries(saved).map(([name, value]) => {
        const carry = this.#kindOf(name).carry;
        return [name, carry ? carry(shown[name] ?? null, value) : value];
      }),
    );
  }

  /** Returns the request body with fields of a document. @param base Values on the server */
  body(document: Document, names: readonly string[], base: Document = {}): JsonObject {
    const values = names.flatMap((name): readonly (readonly [string, Json])[] => {
      const kind = this.#kindOf(name);
      const value = kind.isEditable
        ? kind.toBody(document[name] ?? null, base[name] ?? null)
        : undefined;
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(values);
  }

  /** Returns a value as text. @param tag Language tag */
  text(name: string, value: Json, tag: string): string {
    return this.#kindOf(name).text(value, tag);
  }

  /** Returns the field kind of an attribute. */
  kindOf(attribute: Attribute): FieldKind {
    const known = this.#kinds.get(attribute);
    if (known) return known;
    const kind = kindOfAttribute(attribute, this.components);
    this.#kinds.set(attribute, kind);
    return kind;
  }

  #kindOf(name: string): FieldKind {
    const field = this.#byName.get(name);
    return field ? this.kindOf(field.attribute) : fieldKind('');
  }

  /** Returns the issues of a value. */
  check(name: string, value: Json, when: CheckTime): readonly Issue[] {
    const field = this.#byName.get(name);
    return field ? this.kindOf(field.attribute).check(value, field.attribute, when) : [];
  }

  /** Returns the fields that prevent a publication. */
  faults(document: Document): readonly string[] {
    return this.editable.filter(
      (name) => this.check(name, document[name] ?? null, 'publish').length > 0,
    );
  }
}
