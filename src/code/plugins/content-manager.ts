// The plugin `content-manager` for project code. Its routes belong to the server.
import { missingServices } from './content-manager/missing-services.ts';
import { populateBuilder, type PopulateBuilder } from './content-manager/populate-builder.ts';
import type { PluginModule, Strapi } from '../strapi/strapi.ts';

/** Creates the plugin. */
export function contentManagerPlugin(): PluginModule {
  return {
    services: {
      ...missingServices,
      'populate-builder':
        ({ strapi }: { readonly strapi: Strapi }) =>
        (uid: string): PopulateBuilder =>
          populateBuilder(uid, (name) => strapi.getModel(name)),
    },
  };
}
