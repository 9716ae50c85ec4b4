// Configurations of views, stored in the same rows of the core store as in Strapi (docs/strapi/content-manager.md, "Views").
import { isJsonObject, type JsonObject, parseStoredJson } from '../../base/json.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { storeCoreValue } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import { CORE_STORE } from '../../storage/layout/names.ts';
import { missing } from '../errors.ts';
import { checkConfiguration } from './check-configuration.ts';
import { defaultConfiguration, defaultMainField, metadataOf } from './default-configuration.ts';
import type { ViewConfiguration } from './default-configuration.ts';
import { followModel, mainFieldOf } from './follow-model.ts';
import type { ShownModel } from './shown-types.ts';

/** A configuration with the uid of its model. */
export type NamedConfiguration = JsonObject & { readonly uid: string };

export interface ConfigurationDependencies {
  readonly context: WriteContext;
  readonly database: Database;
  /** Content-types and components by uid. */
  readonly models: ReadonlyMap<string, ShownModel>;
}

/** Reads and stores configurations. */
export class Configurations {
  readonly #dependencies: ConfigurationDependencies;
  /** Stored configurations by key, cached at the first read. As in Strapi, they follow the model until they are replaced. */
  readonly #former = new Map<string, unknown>();

  constructor(dependencies: ConfigurationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the settings of all content-types, with one statement. */
  async settings(): Promise<readonly { readonly uid: string; readonly settings: JsonObject }[]> {
    const types = [...this.#dependencies.models.values()].filter(({ kind }) => kind !== undefined);
    const found = await this.#read(types);
    return types.map(({ uid }, i) => ({ uid, settings: found[i]?.settings ?? {} }));
  }

  /** Returns the configurations of all content-types and components by uid, with one statement. */
  async all(): Promise<{ readonly contentTypes: JsonObject; readonly components: JsonObject }> {
    const models = [...this.#dependencies.models.values()];
    const found = await this.#read(models);
    const byUid = (isComponent: boolean): JsonObject =>
      Object.fromEntries(
        models.flatMap((model, i) =>
          (model.category !== undefined) === isComponent
            ? [[model.uid, this.#complete(model, found[i] ?? this.#default(model))]]
            : [],
        ),
      );
    return { contentTypes: byUid(false), components: byUid(true) };
  }

  /** Returns the main field of a type. */
  async mainField(uid: string): Promise<string> {
    const model = this.#dependencies.models.get(uid);
    if (!model) return 'documentId';
    const [configuration] = await this.#read([model]);
    const name = configuration?.settings['mainField'];
    return typeof name === 'string' && Object.hasOwn(model.attributes, name)
      ? name
      : defaultMainField(model);
  }

  /** Returns the main field that the form of a content-type or component shows of related entries, or null. */
  async mainFieldOfRelation(uid: string, field: string): Promise<string | null> {
    const model = this.#dependencies.models.get(uid);
    if (!model) return null;
    const [configuration] = await this.#read([model]);
    const metadatas = configuration?.metadatas ?? {};
    const metadata = Object.hasOwn(metadatas, field) ? metadatas[field] : undefined;
    const edit = isJsonObject(metadata) ? metadata['edit'] : undefined;
    const name = isJsonObject(edit) ? edit['mainField'] : undefined;
    return typeof name === 'string' ? name : null;
  }

  /** Returns the configurations of a content-type and of all its components. @throws NotFoundError */
  async ofType(
    uid: string,
  ): Promise<{ readonly contentType: NamedConfiguration; readonly components: JsonObject }> {
    const model = this.#type(uid);
    const [contentType, components] = await this.#withComponents(model);
    return { contentType, components };
  }

  /** Returns the configurations of a component and of all its components. @throws NotFoundError */
  async ofComponent(
    uid: string,
  ): Promise<{ readonly component: NamedConfiguration; readonly components: JsonObject }> {
    const [component, components] = await this.#withComponents(this.#component(uid));
    return { component, components };
  }

  /** Replaces parts of the configuration of a content-type. @throws NotFoundError, BadRequestError */
  async changeType(uid: string, body: unknown): ReturnType<Configurations['ofType']> {
    const model = this.#type(uid);
    const contentType = await this.#change(model, body);
    const { components } = await this.ofType(uid);
    return { contentType, components };
  }

  /** Replaces parts of the configuration of a component. @throws NotFoundError, BadRequestError */
  async changeComponent(uid: string, body: unknown): Promise<NamedConfiguration> {
    return this.#change(this.#component(uid), body);
  }

  /** Finds a content-type. @throws NotFoundError */
  #type(uid: string): ShownModel {
    const model = this.#dependencies.models.get(uid);
    if (model?.kind === undefined) throw missing('contentType.notFound');
    return model;
  }

  #component(uid: string): ShownModel {
    const model = this.#dependencies.models.get(uid);
    if (model?.category === undefined) throw missing('component.notFound');
    return model;
  }

  async #change(model: ShownModel, body: unknown): Promise<NamedConfiguration> {
    const { context, database } = this.#dependencies;
    const configuration = checkConfiguration(model, body, this.#find);
    const [present] = await this.#read([model]);
    const changed = { ...(present ?? this.#default(model)), ...configuration };
    const stored = named(model, changed);
    await database.transact(storeCoreValue(context, keyOf(model), stored));
    return stored;
  }

  async #withComponents(model: ShownModel): Promise<readonly [NamedConfiguration, JsonObject]> {
    const inside = this.#componentsIn(model);
    const [own, ...others] = await this.#read([model, ...inside]);
    const components = inside.map((each, i) => [
      each.uid,
      this.#complete(each, others[i] ?? this.#default(each)),
    ]);
    return [
      this.#complete(model, own ?? this.#default(model)),
      Object.fromEntries(components) as JsonObject,
    ];
  }

  /** Adds `documentId`, which every model has, to a stored configuration. */
  #complete(model: ShownModel, configuration: ViewConfiguration): NamedConfiguration {
    const raw = model.attributes['documentId'] ?? {};
    const documentId = metadataOf(model, { name: 'documentId', raw }, () => 'documentId');
    const metadatas = { documentId, ...configuration.metadatas };
    return named(model, { ...configuration, metadatas });
  }

  #componentsIn(model: ShownModel): readonly ShownModel[] {
    const found = new Map<string, ShownModel>();
    const open = [model];
    for (let each = open.pop(); each; each = open.pop()) {
      for (const raw of Object.values(each.attributes)) {
        const { component, components } = raw;
        const uids = [component, ...(Array.isArray(components) ? (components as unknown[]) : [])];
        for (const uid of uids) {
          const inside = typeof uid === 'string' ? this.#dependencies.models.get(uid) : undefined;
          if (!inside || found.has(inside.uid)) continue;
          found.set(inside.uid, inside);
          open.push(inside);
        }
      }
    }
    return [...found.values()];
  }

  /** Reads configurations in the order of the models. */
  async #read(models: readonly ShownModel[]): Promise<readonly ViewConfiguration[]> {
    const { context, database } = this.#dependencies;
    const rows = await database.read(
      context.statements.select(CORE_STORE, {
        columns: ['key', 'value'],
        where: [{ column: 'key', in: models.map(keyOf) }],
      }),
    );
    const stored = new Map(rows.map(([key, value]) => [String(key), value]));
    return models.map((model) => {
      const key = keyOf(model);
      const value = stored.get(key) ?? null;
      if (!this.#former.has(key)) this.#former.set(key, value);
      const found = parsed(value);
      if (!found) return this.#default(model);
      const isFormer = this.#former.get(key) === value;
      const { settings, metadatas, layouts } = isFormer
        ? followModel(model, found, this.#find)
        : found;
      return { settings, layouts, metadatas: model.kind ? withMainFields(metadatas) : metadatas };
    });
  }

  #default(model: ShownModel): ViewConfiguration {
    return defaultConfiguration(model, mainFieldOf(this.#find));
  }

  readonly #find = (uid: string): ShownModel | undefined => this.#dependencies.models.get(uid);
}

function keyOf({ uid, category }: ShownModel): string {
  const kind = category === undefined ? 'content_types' : 'components';
  return `plugin_content_manager_configuration_${kind}::${uid}`;
}

function named(
  { uid, category }: ShownModel,
  configuration: ViewConfiguration,
): NamedConfiguration {
  const { settings, metadatas, layouts } = configuration;
  const component = category === undefined ? {} : { category, isComponent: true };
  return { uid, settings, metadatas, layouts, ...component };
}

function parsed(value: unknown): ViewConfiguration | null {
  const stored = parseStoredJson(value);
  if (!isJsonObject(stored)) return null;
  const { settings, metadatas, layouts } = stored;
  return isJsonObject(settings) && isJsonObject(metadatas) && isJsonObject(layouts)
    ? { settings, metadatas, layouts }
    : null;
}

/** Copies main fields of relations from forms to lists, because Strapi stores them for forms only. */
function withMainFields(metadatas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(metadatas).map(([name, metadata]) => {
      const { edit, list } = isJsonObject(metadata) ? metadata : {};
      const mainField = isJsonObject(edit) ? edit['mainField'] : undefined;
      if (edit === undefined || !isJsonObject(list) || mainField === undefined) {
        return [name, metadata];
      }
      return [name, { edit, list: { ...list, mainField } }];
    }),
  );
}
