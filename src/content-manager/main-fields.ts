// Main fields of content-types, which label entries in lists of relations.
import type { ContentType } from '../schema/types.ts';
import type { Configurations } from './views/configurations.ts';

/** Looks up main fields, with one statement each. */
export class MainFields {
  readonly #configurations: Pick<Configurations, 'mainField'>;

  constructor(configurations: Pick<Configurations, 'mainField'>) {
    this.#configurations = configurations;
  }

  /** Returns the name of a scalar attribute, or `documentId`. */
  async of({ uid, attributes }: ContentType): Promise<string> {
    const name = await this.#configurations.mainField(uid);
    const attribute = attributes.get(name);
    const isShown = attribute?.kind === 'scalar' && attribute.type !== 'password';
    return isShown && !attribute.private ? name : 'documentId';
  }
}
