// Schemas as the files in `types/generated` describe them.

export interface SchemaInfo {
  displayName: string;
  description?: string;
  icon?: string;
  name?: string;
  [key: string]: any;
}

export interface ContentTypeSchemaInfo extends SchemaInfo {
  singularName: string;
  pluralName: string;
}

interface BaseSchema {
  collectionName: string | null;
  info: SchemaInfo;
  options?: object;
  pluginOptions?: object;
  attributes: object;
}

export interface ContentTypeSchema extends BaseSchema {
  info: ContentTypeSchemaInfo;
}

export interface CollectionTypeSchema extends ContentTypeSchema {
  collectionName: string;
}

export interface SingleTypeSchema extends ContentTypeSchema {
  collectionName: string;
}

export interface ComponentSchema extends BaseSchema {
  collectionName: string | null;
}
