// Form model: the fields of one type as a form has them, between entries of the server and documents of the form.
import type { Json, JsonObject } from '../base/json.ts';
import { fieldKind } from '../fields/registry.ts';
import { changedFields } from '../model/changes.ts';
import type { Document } from '../model/document.ts';
import type { CheckTime, Issue } from '../model/issues.ts';
import type { LayoutField } from '../model/layout.ts';

/** The fields of a form. */
export class FormModel {
  readonly fields: readonly LayoutField[];
  /** Names of the fields that can be changed. */
  readonly editable: readonly string[];
  readonly #byName: ReadonlyMap<string, LayoutField>;

  /** @param mayEdit Whether the person may change a field */
  constructor(fields: readonly LayoutField[], mayEdit: (name: string) => boolean) {
    this.fields = fields;
    this.#byName = new Map(fields.map((field) => [field.attribute.name, field]));
    this.editable = fields
      .filter(
        ({ isEditable, attribute: { name, type } }) =>
          isEditable && fieldKind(type).isEditable && mayEdit(name),
      )
      .map(({ attribute }) => attribute.name);
  }

  /** Returns a field by its name. */
  field(name: string): LayoutField | null {
    return this.#byName.get(name) ?? null;
  }

  /** Returns the label of a field. */
  label(name: string): string {
    return this.#byName.get(name)?.label ?? name;
  }

  /** Whether a field can be changed. */
  isEditable(name: string): boolean {
    return this.editable.includes(name);
  }

  /** Returns the document of an entry. */
  parse(entry: JsonObject): Document {
    return Object.fromEntries(
      this.fields.map(({ attribute: { name, type } }) => [
        name,
        fieldKind(type).parse(entry[name]),
      ]),
    );
  }

  /** Returns the document of a new entry: default values. */
  empty(): Document {
    return this.parse(
      Object.fromEntries(this.fields.map(({ attribute }) => [attribute.name, attribute.default])),
    );
  }

  /** Returns the fields that differ and may be saved: their values have no mistakes that a draft may not have. */
  savable(base: Document, current: Document): readonly string[] {
    return changedFields(base, current, this.editable).filter(
      (name) => this.check(name, current[name] ?? null, 'draft').length === 0,
    );
  }

  /** Returns the body of a request with fields of a document. */
  body(document: Document, names: readonly string[]): JsonObject {
    const values = names.flatMap((name): readonly (readonly [string, Json])[] => {
      const kind = fieldKind(this.#byName.get(name)?.attribute.type ?? '');
      return kind.isEditable ? [[name, kind.toBody(document[name] ?? null)]] : [];
    });
    return Object.fromEntries(values);
  }

  /** Returns what is wrong with a value. */
  check(name: string, value: Json, when: CheckTime): readonly Issue[] {
    const field = this.#byName.get(name);
    return field ? fieldKind(field.attribute.type).check(value, field.attribute, when) : [];
  }

  /** Returns the fields that prevent a publication. */
  faults(document: Document): readonly string[] {
    return this.editable.filter(
      (name) => this.check(name, document[name] ?? null, 'publish').length > 0,
    );
  }
}
