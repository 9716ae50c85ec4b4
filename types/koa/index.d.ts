// Types of `koa` for projects that do not install `@types/koa`.
import type { Context as StrapiContext, Next as StrapiNext } from '../strapi/core.js';

declare namespace Koa {
  type Context = StrapiContext;
  type ParameterizedContext = StrapiContext;
  type DefaultContext = StrapiContext;
  type DefaultState = any;
  type Next = StrapiNext;
  type Middleware = (ctx: StrapiContext, next: StrapiNext) => any;
  type Request = any;
  type Response = any;
}

declare class Koa {
  use(middleware: Koa.Middleware): this;
  [key: string]: any;
}

export = Koa;
