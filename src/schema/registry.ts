// Registry of models, by uid and by route name. Immutable.
import type { Attribute, Component, ContentType, Model, DynamicZoneAttribute } from './types.ts';

/** All models of a project, including built-in ones. */
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

  /** Returns true if there is a model with the uid. */
  has(uid: string): boolean {
    return this.contentTypes.has(uid) || this.components.has(uid);
  }

  /** Returns a model. @throws Error if it does not exist: uids inside a registry were checked when it was built */
  model(uid: string): Model {
    const model = this.contentTypes.get(uid) ?? this.components.get(uid);
    if (!model) throw new Error(`no model ${uid}`);
    return model;
  }

  /** Returns a content-type. @throws Error if it does not exist */
  contentType(uid: string): ContentType {
    const type = this.contentTypes.get(uid);
    if (!type) throw new Error(`no content-type ${uid}`);
    return type;
  }

  /** Returns an attribute of a model, if it exists. @throws Error if the model does not exist */
  attribute(uid: string, name: string): Attribute | undefined {
    return this.model(uid).attributes.get(name);
  }
}

/** Components that a dynamic zone takes, and those that it took: stored rows of both are served. */
export function servedComponents({
  components,
  formerComponents = [],
}: Pick<DynamicZoneAttribute, 'components' | 'formerComponents'>): readonly string[] {
  return [...components, ...formerComponents];
}

/** The components that an attribute takes or took; none for other kinds of attributes. */
export function componentsOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.component];
  return attribute.kind === 'dynamiczone' ? servedComponents(attribute) : [];
}
