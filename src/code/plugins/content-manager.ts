// The plugin `content-manager` for project code. Its routes belong to the server.
import type { ContentManagerServices } from './dependencies.ts';
import { documentManagerService } from './content-manager/document-manager.ts';
import { missingServices } from './content-manager/missing-services.ts';
import { populateBuilder, type PopulateBuilder } from './content-manager/populate-builder.ts';
import {
  componentsService,
  contentTypesService,
  fieldSizesService,
  uidService,
} from './content-manager/view-services.ts';
import type { PluginModule, Strapi } from '../strapi/strapi.ts';

export function contentManagerPlugin(dependencies: () => ContentManagerServices): PluginModule {
  return {
    services: {
      ...missingServices,
      components: componentsService(dependencies),
      'content-types': contentTypesService(dependencies),
      'document-manager': documentManagerService,
      'field-sizes': fieldSizesService(dependencies),
      uid: uidService(dependencies),
      'populate-builder':
        ({ strapi }: { readonly strapi: Strapi }) =>
        (uid: string): PopulateBuilder =>
          populateBuilder(uid, (name) => strapi.getModel(name)),
    },
  };
}
