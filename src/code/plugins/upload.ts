// The plugin `upload` for project code.
import { createContentApiRoutesFactory } from '../packages/strapi-utils/route-factory.ts';
import type { PluginModule, RouteFields, Strapi } from '../strapi/strapi.ts';
import { controllerOf } from './plugin-actions.ts';
import { pluginContentTypes } from './plugin-schemas.ts';
import { loadProvider } from './upload/project-provider.ts';
import { signPrivateFiles } from './upload/private-files.ts';
import { uploadProvider } from './upload/upload-provider.ts';
import type { UploadDependencies } from './dependencies.ts';
import { apiFolderService, folderService } from './upload/folder-service.ts';
import { imageService } from './upload/image-service.ts';
import { providerService } from './upload/provider-service.ts';
import { fileService, uploadService } from './upload/upload-services.ts';
import { markedService } from './service-overrides.ts';

/**
 * Creates the plugin. @param requireProvider Loads a provider package of the project; null if Quoin stores the files itself
 */
export function uploadPlugin(
  dependencies: () => UploadDependencies,
  requireProvider: ((name: string) => unknown) | null,
): PluginModule {
  const names = ['find', 'findPage', 'findOne', 'upload', 'destroy'];
  const controller = (): Record<string, unknown> =>
    controllerOf(() => dependencies().actions, 'plugin::upload.content-api', names);
  return {
    config: { default: DEFAULTS, validator: () => undefined },
    register({ strapi }: { readonly strapi: Strapi }) {
      const { provider, reason } = requireProvider
        ? loadProvider(strapi, requireProvider)
        : { provider: uploadProvider(dependencies), reason: null };
      Object.assign(strapi.plugin('upload') ?? {}, { provider });
      if (reason !== null)
        strapi.log.warn(`Files can be read, but not stored or removed. ${reason}`);
    },
    bootstrap: ({ strapi }: { readonly strapi: Strapi }) => signPrivateFiles(strapi),
    controllers: { 'content-api': controller },
    services: {
      upload: markedService('plugin::upload.upload', uploadService(dependencies)),
      file: markedService('plugin::upload.file', fileService),
      folder: markedService('plugin::upload.folder', folderService(dependencies)),
      provider: providerService,
      'api-upload-folder': apiFolderService(dependencies),
      'image-manipulation': markedService('plugin::upload.image-manipulation', imageService),
    },
    policies: {},
    middlewares: {},
    contentTypes: pluginContentTypes('upload', ['file', 'folder']),
    routes: {
      admin: { type: 'admin', routes: ADMIN.map(adminRoute) },
      'content-api': createContentApiRoutesFactory(() => [
        { method: 'POST', path: '/', handler: 'content-api.upload' },
        { method: 'GET', path: '/files', handler: 'content-api.find' },
        { method: 'GET', path: '/files/page', handler: 'content-api.findPage' },
        { method: 'GET', path: '/files/:id', handler: 'content-api.findOne' },
        { method: 'DELETE', path: '/files/:id', handler: 'content-api.destroy' },
      ]),
    },
  };
}

/** Routes of administrators, which the server handles. Code finds them by their handlers. */
const ADMIN = [
  ['GET', '/settings', 'admin-settings.getSettings'],
  ['PUT', '/settings', 'admin-settings.updateSettings'],
  ['POST', '/', 'admin-upload.upload'],
  ['GET', '/files', 'admin-file.find'],
  ['GET', '/files/:id', 'admin-file.findOne'],
  ['DELETE', '/files/:id', 'admin-file.destroy'],
  ['GET', '/folders/:id', 'admin-folder.findOne'],
  ['GET', '/folders', 'admin-folder.find'],
  ['POST', '/folders', 'admin-folder.create'],
  ['PUT', '/folders/:id', 'admin-folder.update'],
  ['GET', '/folder-structure', 'admin-folder.getStructure'],
  ['POST', '/actions/bulk-delete', 'admin-folder-file.deleteMany'],
  ['POST', '/actions/bulk-move', 'admin-folder-file.moveMany'],
] as const;

function adminRoute([method, path, handler]: (typeof ADMIN)[number]): RouteFields {
  return { method, path, handler, config: { policies: ['admin::isAuthenticatedAdmin'] } };
}

/** Default configuration, `strapi.config.get('plugin::upload')`. */
const DEFAULTS = {
  enabled: true,
  provider: 'local',
  sizeLimit: 1_000_000_000,
  actionOptions: {},
  breakpoints: { large: 1000, medium: 750, small: 500 },
};
