// Routes of the admin API for the settings of the media library. The service that describes images is part of Strapi's
// paid editions; its routes respond as in the free edition (docs/strapi/media.md, "Settings").
import { adminRoutesUnder } from '../admin/admin-route.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { UPLOAD_SETTINGS } from '../../media/upload-settings.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import { json, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';

interface SettingsRouteDependencies {
  readonly database: Database;
  readonly statements: RowStatements;
  /** `concurrentUploadRequests` of the upload plugin. */
  readonly concurrentUploads: number;
}

/** Key of the view settings of the panel. */
const VIEW = 'plugin_upload_view_configuration';
const DEFAULT_VIEW = { pageSize: 10, sort: 'createdAt:DESC' };

/** Returns the settings routes under `/upload`. */
export function librarySettingsRoutes(dependencies: SettingsRouteDependencies): readonly Route[] {
  const { database, statements, concurrentUploads } = dependencies;
  const stored = (key: string): Promise<unknown> => database.read(coreStoreValue(key));
  const store = async (key: string, value: object): Promise<RouteResponse> => {
    await database.transact(storeCoreValue({ statements }, key, value));
    return json({ data: value });
  };
  const route = adminRoutesUnder({ path: '/upload', permission: 'plugin::upload' });

  return [
    route(['GET', '/settings'], 'settings.read', async () => {
      const settings = await stored(UPLOAD_SETTINGS);
      const record = isJsonObject(settings) ? settings : {};
      return json({ data: { ...record, concurrentUploadRequests: concurrentUploads } });
    }),
    route(['PUT', '/settings'], 'settings.read', async ({ body }) => {
      const { checkUploadSettings } = await import('./settings-form.ts');
      return store(UPLOAD_SETTINGS, await checkUploadSettings(body));
    }),
    route(['GET', '/configuration'], 'read', async () => {
      const view = await stored(VIEW);
      return json({ data: isJsonObject(view) ? view : DEFAULT_VIEW });
    }),
    route(['PUT', '/configuration'], 'configure-view', async ({ body }) => {
      const { checkLibraryView } = await import('./settings-form.ts');
      return store(VIEW, await checkLibraryView(body));
    }),
    route(['GET', '/ai-metadata-jobs/pending-count'], 'read', () => {
      throw notEnabled();
    }),
    route(['GET', '/ai-metadata-jobs/latest'], null, () => {
      throw notFound();
    }),
    route(['POST', '/ai-metadata-jobs'], 'assets.update', () => {
      throw notEnabled();
    }),
    route(['POST', '/actions/generate-ai-metadata'], 'assets.update', async ({ body }) => {
      const { checkDescribedFiles } = await import('./settings-form.ts');
      await checkDescribedFiles(body);
      throw notEnabled();
    }),
  ];
}

function notEnabled(): AppError {
  return new AppError('BadRequestError', 'AI Metadata service is not enabled');
}
