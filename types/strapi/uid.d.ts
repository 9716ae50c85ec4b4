// Names of types and of what belongs to them, such as `api::article.article`.
import type { Public } from './index.js';

type Keys<T> = Extract<keyof T, string>;

export type ContentType = Keys<Public.ContentTypeSchemas> | (string & {});
export type CollectionType = ContentType;
export type SingleType = ContentType;
export type Component = Keys<Public.ComponentSchemas> | (string & {});
export type Schema = ContentType | Component;
export type Service = string;
export type Controller = string;
export type Policy = string;
export type Middleware = string;
