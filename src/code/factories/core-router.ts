// `createCoreRouter`: routes of the core actions of a content-type, created when they are read.
import { createRouter, type RoutedType, type RouterRoute } from '../../project/core-router.ts';
import type { ContentTypeModel, Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';

/** A router, as a route file exports it. */
export interface CoreRouter {
  readonly type: string;
  readonly prefix: unknown;
  readonly routes: readonly RouterRoute[];
}

/** @param options `prefix`, `only`, `except`, `config` by action, `type` */
export function createCoreRouter(
  strapi: () => Strapi,
  uid: string,
  options: Fields = {},
): CoreRouter {
  let routes: readonly RouterRoute[] | undefined;
  return {
    type: typeof options['type'] === 'string' ? options['type'] : 'content-api',
    prefix: options['prefix'],
    get routes() {
      const type = strapi().contentType(uid);
      if (!type) throw new Error(`Unknown content-type "${uid}".`);
      routes ??= createRouter(routedType(type), options).routes;
      return routes;
    },
  };
}

/** The properties of a content-type on which its routes depend. */
export function routedType({ uid, kind, info, options }: ContentTypeModel): RoutedType {
  return {
    uid,
    kind,
    singularName: String(info['singularName'] ?? ''),
    pluralName: String(info['pluralName'] ?? ''),
    draftAndPublish: options['draftAndPublish'] === true,
  };
}
