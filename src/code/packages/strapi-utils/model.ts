// Content models for project code: schemas with the attributes that Strapi adds.

/** An attribute of a model; its keys depend on its type. */
export interface ModelAttribute {
  readonly type: string;
  readonly relation?: string;
  readonly target?: string;
  readonly component?: string;
  readonly components?: readonly string[];
  readonly private?: boolean;
  readonly writable?: boolean;
  readonly visible?: boolean;
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly [key: string]: unknown;
}

/** A content-type or a component. */
export interface Model {
  readonly uid?: string;
  readonly modelType?: string;
  readonly kind?: string;
  readonly info?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, ModelAttribute>>;
}

/** Finds a content-type or a component by its uid. */
export type GetModel = (uid: string) => Model | undefined;

/** The uid of the target of all media attributes. */
export const FILE_MODEL = 'plugin::upload.file';
