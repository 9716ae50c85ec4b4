// Services of the plugin `content-manager` about views: `content-types`, `components`, `field-sizes` and `uid`.
import { toRecord } from '../../../schema/raw.ts';
import { ApplicationError } from '../../packages/strapi-utils/errors.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Fields } from '../../strapi/code-values.ts';
import type { ContentManagerServices, ViewedModel } from '../dependencies.ts';

type Dependencies = () => ContentManagerServices;
type Factory = (context: { readonly strapi: Strapi }) => Service;

/** A model as code passes it, or its uid. */
type ModelOrUid = string | { readonly uid: string };

function uidOf(model: ModelOrUid): string {
  return typeof model === 'string' ? model : model.uid;
}

/** A configuration as it is stored: the admin interface also gets the main fields of relations in lists. */
function stored(configuration: object): Fields {
  const { metadatas, ...others } = toRecord(configuration);
  const attributes = Object.entries(toRecord(metadatas)).map(([name, metadata]) => {
    const { edit, list } = toRecord(metadata);
    const { mainField: _, ...shown } = toRecord(list);
    return [name, { edit, list: shown }] as const;
  });
  return { ...others, metadatas: Object.fromEntries(attributes) };
}

/** The parts of a configuration that can be changed. */
function parts(configuration: unknown): Fields {
  const { settings, metadatas, layouts } = toRecord(configuration);
  const own = { settings, layouts, metadatas: metadatas && stored({ metadatas })['metadatas'] };
  return Object.fromEntries(Object.entries(own).filter(([, part]) => part !== undefined));
}

export function contentTypesService(dependencies: Dependencies): Factory {
  return ({ strapi }) => {
    const shown = (model: ViewedModel): Fields => ({ ...strapi.contentType(model.uid), ...model });
    const all = (): readonly ViewedModel[] =>
      [...dependencies().models.values()].filter(({ kind }) => kind !== undefined);
    return {
      findAllContentTypes: () => all().map(shown),
      findContentType: (uid: string) =>
        all()
          .filter((each) => each.uid === uid)
          .map(shown)[0],
      findDisplayedContentTypes: () =>
        all()
          .filter(({ isDisplayed }) => isDisplayed)
          .map(shown),
      findContentTypesByKind: (kind?: string) =>
        all()
          .filter((each) => kind === undefined || each.kind === kind)
          .map(shown),
      findConfiguration: async (type: ModelOrUid) =>
        stored((await dependencies().configurations.ofType(uidOf(type))).contentType),
      findComponentsConfigurations: async (type: ModelOrUid) =>
        (await dependencies().configurations.ofType(uidOf(type))).components,
      updateConfiguration: async (type: ModelOrUid, configuration: unknown) =>
        (await dependencies().configurations.changeType(uidOf(type), parts(configuration)))
          .contentType,
      /** Configurations follow the model without it. */
      syncConfigurations: async () => undefined,
    };
  };
}

export function componentsService(dependencies: Dependencies): Factory {
  return ({ strapi }) => {
    const shown = (model: ViewedModel): Fields => ({ ...strapi.components[model.uid], ...model });
    const all = (): readonly ViewedModel[] =>
      [...dependencies().models.values()].filter(({ category }) => category !== undefined);
    return {
      findAllComponents: () => all().map(shown),
      findComponent: (uid: string) =>
        all()
          .filter((each) => each.uid === uid)
          .map(shown)[0],
      findConfiguration: async (component: ModelOrUid) =>
        stored((await dependencies().configurations.ofComponent(uidOf(component))).component),
      findComponentsConfigurations: async (component: ModelOrUid) =>
        (await dependencies().configurations.ofComponent(uidOf(component))).components,
      updateConfiguration: async (component: ModelOrUid, configuration: unknown) =>
        dependencies().configurations.changeComponent(uidOf(component), parts(configuration)),
      syncConfigurations: async () => undefined,
    };
  };
}

/** Service `field-sizes`. Sizes that code sets apply to what it reads here. */
export function fieldSizesService(dependencies: Dependencies): Factory {
  return () => {
    const own = new Map<string, unknown>();
    const all = (): Fields => ({ ...dependencies().fieldSizes, ...Object.fromEntries(own) });
    return {
      getAllFieldSizes: all,
      hasFieldSize: (type: string) => Object.hasOwn(all(), type),
      getFieldSize(type: string) {
        if (!type) throw new ApplicationError('The type is required');
        const sizes = all();
        if (!Object.hasOwn(sizes, type)) {
          throw new ApplicationError(`Could not find field size for type ${type}`);
        }
        return sizes[type];
      },
      setFieldSize(type: string, size: unknown) {
        if (!type) throw new ApplicationError('The type is required');
        if (!size) throw new ApplicationError('The size is required');
        own.set(type, size);
      },
      setCustomFieldInputSizes: () => undefined,
    };
  };
}

export function uidService(dependencies: Dependencies): Factory {
  return () => ({
    generateUIDField: (field: unknown) => dependencies().generateUid({ ...toRecord(field) }),
    findUniqueUID: async (field: unknown) => {
      const { value } = toRecord(field);
      return (await dependencies().suggestUid({ ...toRecord(field) })) ?? value;
    },
    checkUIDAvailability: async (field: unknown) =>
      (await dependencies().suggestUid({ ...toRecord(field) })) === null,
  });
}
