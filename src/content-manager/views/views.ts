// Lists of content-types and components for the admin panel (docs/strapi/content-manager.md, "Views").
import { invalidInput } from '../../base/errors.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { textOf } from '../../query/parse/values.ts';
import type { QueryObject } from '../../query/params.ts';
import { FIELD_SIZES } from './field-sizes.ts';
import { showModel, type ShownModel } from './shown-types.ts';

/** All models of a project in the format of the admin panel. */
export class Views {
  readonly models: ReadonlyMap<string, ShownModel>;

  /** @param definitions Of the project and built-in ones, in Strapi's order */
  constructor(definitions: readonly RawDefinition[]) {
    this.models = new Map(definitions.map((each) => [each.uid, showModel(each)]));
  }

  /** Initial data of the admin panel. */
  get init(): object {
    const { contentTypes, components } = this;
    return { fieldSizes: FIELD_SIZES, components, contentTypes };
  }

  /** Sorted by uid in descending order, as in Strapi. */
  get components(): readonly ShownModel[] {
    const components = [...this.models.values()].filter(({ category }) => category !== undefined);
    return components.toSorted((a, b) => (a.uid < b.uid ? 1 : -1));
  }

  get contentTypes(): readonly ShownModel[] {
    return [...this.models.values()].filter(({ kind }) => kind !== undefined);
  }

  /** Returns the content-types of a kind, or all. @throws ValidationError */
  ofKind({ kind }: QueryObject): readonly ShownModel[] {
    const requestedKind = textOf(kind);
    if (requestedKind === null) return this.contentTypes;
    if (requestedKind === 'singleType' || requestedKind === 'collectionType') {
      return this.contentTypes.filter((type) => type.kind === requestedKind);
    }
    throw invalidInput([], 'Invalid option: expected one of "singleType"|"collectionType"');
  }
}
