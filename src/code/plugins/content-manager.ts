// The plugin `content-manager` as project code sees it. Its routes are the server's own.
import { populateBuilder, type PopulateBuilder } from './content-manager/populate-builder.ts';
import type { PluginModule, Strapi } from '../strapi/strapi.ts';

/** Creates the plugin. */
export function contentManagerPlugin(): PluginModule {
  return {
    services: {
      'populate-builder':
        ({ strapi }: { readonly strapi: Strapi }) =>
        (uid: string): PopulateBuilder =>
          populateBuilder(uid, (name) => strapi.getModel(name)),
    },
  };
}
