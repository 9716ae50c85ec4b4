// Creates the models that code sees from the definitions of a project.
import { toRecord, toText, valueAt } from '../../schema/raw.ts';
import { creatorProperties } from '../../schema/system-attributes.ts';
import type { RawDefinition } from '../../schema/types.ts';
import type { AttributeFields, ComponentModel, ContentTypeModel, Model } from './strapi.ts';
import type { Fields } from './code-values.ts';
import { copyOf } from './config.ts';

const DATE = { type: 'datetime' } as const;

/** The model for a definition. */
export function modelOf(definition: RawDefinition): Model {
  return definition.modelType === 'component' ? componentModel(definition) : typeModel(definition);
}

function componentModel({ uid, json }: RawDefinition): ComponentModel {
  const [category = '', name = ''] = uid.split('.');
  return {
    ...commonFields(json),
    uid,
    modelType: 'component',
    modelName: name,
    category,
    globalId: toText(valueAt(json, 'globalId')) ?? globalIdOf(['component', category, name]),
    attributes: attributesOf(json),
  };
}

function typeModel({ uid, json, origin }: RawDefinition): ContentTypeModel {
  const [space = '', name = ''] = uid.split('::');
  const [owner = '', modelName = ''] = name.split('.');
  const isPlugin = space === 'plugin';
  const kind = valueAt(json, 'kind') === 'singleType' ? 'singleType' : 'collectionType';
  const localized = valueAt(json, 'pluginOptions.i18n.localized') === true;
  const isPrivate = valueAt(json, 'options.populateCreatorFields') !== true;
  const global = isPlugin ? [owner, modelName] : space === 'admin' ? ['admin', name] : [modelName];
  return {
    ...commonFields(json),
    options: { draftAndPublish: false, ...fieldsOf(valueAt(json, 'options')) },
    uid,
    modelType: 'contentType',
    kind,
    modelName: modelName || owner,
    globalId: toText(valueAt(json, 'globalId')) ?? globalIdOf(global),
    ...(origin === 'api' ? { apiName: owner } : isPlugin ? { plugin: owner } : {}),
    actions: {},
    lifecycles: {},
    attributes: {
      ...attributesOf(json),
      createdAt: { ...DATE },
      updatedAt: { ...DATE },
      publishedAt: { ...DATE, configurable: false, writable: true, visible: true },
      createdBy: creatorProperties(isPrivate),
      updatedBy: creatorProperties(isPrivate),
      locale: {
        writable: true,
        private: !localized,
        configurable: false,
        visible: false,
        type: 'string',
      },
      localizations: {
        type: 'relation',
        relation: 'oneToMany',
        target: uid,
        writable: false,
        private: !localized,
        configurable: false,
        visible: false,
        unstable_virtual: true,
        joinColumn: {
          name: 'document_id',
          referencedColumn: 'document_id',
          referencedTable: toText(valueAt(json, 'collectionName')) ?? uid,
        },
      },
    },
  };
}

function commonFields(json: unknown): CommonFields {
  return {
    collectionName: toText(valueAt(json, 'collectionName')) ?? '',
    info: fieldsOf(valueAt(json, 'info')),
    options: fieldsOf(valueAt(json, 'options')),
    pluginOptions: fieldsOf(valueAt(json, 'pluginOptions')),
    __schema__: copyOf(json),
  };
}

type CommonFields = Pick<
  ContentTypeModel,
  'collectionName' | 'info' | 'options' | 'pluginOptions'
> & { readonly __schema__: unknown };

function fieldsOf(value: unknown): Fields {
  return { ...toRecord(copyOf(value)) };
}

function attributesOf(json: unknown): Record<string, AttributeFields> {
  const attributes = Object.entries(toRecord(valueAt(json, 'attributes')));
  return Object.fromEntries(
    attributes.map(([name, attribute]) => {
      const fields = fieldsOf(attribute);
      return [name, { ...fields, type: toText(fields['type']) ?? 'string' }];
    }),
  );
}

/** `users-permissions`, `user` -> `UsersPermissionsUser`. */
function globalIdOf(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(/[^a-zA-Z0-9]+/)).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
