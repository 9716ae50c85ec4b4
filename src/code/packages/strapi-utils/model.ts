// Content models as project code sees them: schemas with the attributes that Strapi adds.

/** An attribute of a model; which keys it has depends on its type. */
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

/** The uid of the model that all media attributes lead to. */
export const FILE_MODEL = 'plugin::upload.file';
