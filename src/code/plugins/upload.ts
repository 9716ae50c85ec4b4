// The plugin `upload` as project code sees it.
import { createContentApiRoutesFactory } from '../packages/strapi-utils/route-factory.ts';
import type { PluginModule, Strapi } from '../strapi/strapi.ts';
import { controllerOf } from './plugin-actions.ts';
import { pluginContentTypes } from './plugin-schemas.ts';
import { uploadProvider } from './upload/upload-provider.ts';
import type { UploadDependencies } from './upload/dependencies.ts';
import { fileService, uploadService } from './upload/upload-services.ts';

/** Creates the plugin. */
export function uploadPlugin(dependencies: () => UploadDependencies): PluginModule {
  const names = ['find', 'findPage', 'findOne', 'upload', 'destroy'];
  const controller = (): Record<string, unknown> =>
    controllerOf(() => dependencies().actions, 'plugin::upload.content-api', names);
  return {
    config: { default: DEFAULTS, validator: () => undefined },
    register({ strapi }: { readonly strapi: Strapi }) {
      Object.assign(strapi.plugin('upload') ?? {}, { provider: uploadProvider(dependencies) });
    },
    controllers: { 'content-api': controller },
    services: { upload: uploadService(dependencies), file: fileService(dependencies) },
    policies: {},
    middlewares: {},
    contentTypes: pluginContentTypes('upload', ['file', 'folder']),
    routes: {
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

/** What `strapi.config.get('plugin::upload')` has where the project says nothing. */
const DEFAULTS = {
  enabled: true,
  provider: 'local',
  sizeLimit: 1_000_000_000,
  actionOptions: {},
};
