// Content models for project code: schemas with the attributes that Strapi adds.
import { ownValue } from './values.ts';

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

/** The attribute with a name that a client may have sent. */
export function attributeOf(model: Model | undefined, name: string): ModelAttribute | undefined {
  return ownValue(model?.attributes, name);
}

/** Finds a content-type or a component by its uid. */
export type GetModel = (uid: string) => Model | undefined;

/** The uid of the target of all media attributes. */
export const FILE_MODEL = 'plugin::upload.file';
