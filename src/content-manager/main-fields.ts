// Main fields of content-types: what lists of related entries show.
import type { ContentType } from '../schema/types.ts';
import type { Configurations } from './views/configurations.ts';

/** Finds main fields, in one statement each. */
export class MainFields {
  readonly #configurations: Pick<Configurations, 'mainField'>;

  constructor(configurations: Pick<Configurations, 'mainField'>) {
    this.#configurations = configurations;
  }

  /** Name of an attribute of the type that holds a value, or `documentId`. */
  async of({ uid, attributes }: ContentType): Promise<string> {
    const name = await this.#configurations.mainField(uid);
    const attribute = attributes.get(name);
    const isShown = attribute?.kind === 'scalar' && attribute.type !== 'password';
    return isShown && !attribute.private ? name : 'documentId';
  }
}
