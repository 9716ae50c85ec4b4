// Main fields of content-types, which label entries in lists of relations.
import type { ContentType, Model } from '../schema/types.ts';
import type { Configurations } from './views/configurations.ts';

/** Looks up main fields, with one statement each. */
export class MainFields {
  readonly #configurations: Pick<Configurations, 'mainField' | 'mainFieldOfRelation'>;

  constructor(configurations: Pick<Configurations, 'mainField' | 'mainFieldOfRelation'>) {
    this.#configurations = configurations;
  }

  /** Returns the name of a scalar attribute, which can be private, or `documentId`. */
  async of(type: ContentType): Promise<string> {
    return shown(type, await this.#configurations.mainField(type.uid));
  }

  /** Returns the field that the form of a model shows of the targets of a relation. */
  async ofRelation({ uid }: Model, field: string, target: ContentType): Promise<string> {
    return shown(target, await this.#configurations.mainFieldOfRelation(uid, field));
  }
}

function shown({ attributes }: ContentType, name: string | null): string {
  const attribute = name === null ? undefined : attributes.get(name);
  return name !== null && attribute?.kind === 'scalar' && attribute.type !== 'password'
    ? name
    : 'documentId';
}
