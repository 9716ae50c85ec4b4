// Content-types and components, as `strapi.contentType(uid)` returns them.
export * as Attribute from './attribute.js';

export type ModelType = 'contentType' | 'component';
export type ContentTypeKind = 'collectionType' | 'singleType';

/** A content-type or a component. */
export interface Schema {
  modelType: ModelType;
  uid: any;
  modelName: string;
  globalId: string;
  collectionName?: string;
  info: any;
  options?: any;
  pluginOptions?: any;
  attributes: Record<string, any>;
  [key: string]: any;
}

export interface ContentType<_TUID = string> extends Schema {
  modelType: 'contentType';
  kind: ContentTypeKind;
  apiName?: string;
  plugin?: string;
}

export interface CollectionType<TUID = string> extends ContentType<TUID> {
  kind: 'collectionType';
}

export interface SingleType<TUID = string> extends ContentType<TUID> {
  kind: 'singleType';
}

export interface Component<_TUID = string> extends Schema {
  modelType: 'component';
  category: string;
}

export type ContentTypes = Record<string, ContentType>;
export type Components = Record<string, Component>;
export type Attributes = Record<string, any>;
