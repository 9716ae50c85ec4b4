// In charge of looking up models: by uid and by route name. Built once from checked definitions, never changed.
import type { Attribute, Component, ContentType, Model } from './types.ts';

/** The frozen index of all models of a project, built-in ones included. */
export class Registry {
  readonly contentTypes: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Component>;

  constructor(models: Iterable<Model>) {
    const contentTypes = new Map<string, ContentType>();
    const components = new Map<string, Component>();
    for (const model of models) {
      if (model.modelType === 'contentType') contentTypes.set(model.uid, model);
      else components.set(model.uid, model);
    }
    this.contentTypes = contentTypes;
    this.components = components;
  }

  /** All models, content-types first, in load order. */
  *models(): Iterable<Model> {
    yield* this.contentTypes.values();
    yield* this.components.values();
  }

  /** True where the registry has a model of that uid. */
  has(uid: string): boolean {
    return this.contentTypes.has(uid) || this.components.has(uid);
  }

  /** The model of a uid. @throws Error when there is none: uids inside a registry were checked at load. */
  model(uid: string): Model {
    const model = this.contentTypes.get(uid) ?? this.components.get(uid);
    if (!model) throw new Error(`no model ${uid}`);
    return model;
  }

  /** The content-type of a uid. @throws Error when there is none. */
  contentType(uid: string): ContentType {
    const type = this.contentTypes.get(uid);
    if (!type) throw new Error(`no content-type ${uid}`);
    return type;
  }

  /** An attribute of a model by its name, if there. @throws Error when there is no such model. */
  attribute(uid: string, name: string): Attribute | undefined {
    return this.model(uid).attributes.get(name);
  }
}
