// Routes of the admin API for the settings of a project: emails, tokens of transfers, webhooks, end users and the home
// page.
import { Webhooks } from '../events/webhooks.ts';
import { adminEmailRoutes } from '../http/admin/email-routes.ts';
import { homepageRoutes } from '../http/admin/homepage-routes.ts';
import { settingsRoutes } from '../http/admin/settings-routes.ts';
import { transferTokenRoutes } from '../http/admin/transfer-token-routes.ts';
import { webhookRoutes } from '../http/admin/webhook-routes.ts';
import { librarySettingsRoutes } from '../http/media-library/settings-routes.ts';
import type { Route } from '../http/routing/route.ts';
import { toRecord } from '../schema/raw.ts';
import { allDefinitions } from './definitions.ts';
import { publicAddresses } from './public-addresses.ts';
import { mailSettings } from './send-mail.ts';
import type { Services } from './build-services.ts';

/** Returns the routes of settings. */
export function projectSettingsRoutes(services: Services): readonly Route[] {
  const { project, store, tables, prefix, roles, sendMail } = services;
  const { config } = project;
  const { database } = store;
  const { statements } = tables;
  const { server: address } = publicAddresses(config);
  const { upload } = config.plugins;
  return [
    ...adminEmailRoutes({ sendMail, settings: mailSettings(config) }),
    ...homepageRoutes({ database, tables, ...modelCounts(services) }),
    ...transferTokenRoutes(async () => {
      const { TransferTokens } = await import('../auth/transfer-tokens/transfer-tokens.ts');
      return new TransferTokens({ database, tables, salt: config.admin.transferTokenSalt });
    }),
    ...webhookRoutes({
      webhooks: new Webhooks({ database, tables }),
      isProduction: config.nodeEnv === 'production',
    }),
    ...settingsRoutes({
      database,
      statements,
      roles: () => roles.list(),
      redirectUri: (provider) => `${address}${prefix}/connect/${provider}/callback`,
    }),
    ...librarySettingsRoutes({
      database,
      statements,
      concurrentUploads: upload.concurrentUploads,
    }),
  ];
}

/** How many content-types the content-type builder shows, and how many categories of components there are. */
function modelCounts({ project }: Services): {
  readonly contentTypes: number;
  readonly categories: number;
} {
  const definitions = allDefinitions(project);
  const components = definitions.filter(({ modelType }) => modelType === 'component');
  return {
    contentTypes: definitions.filter(
      ({ modelType, json }) => modelType === 'contentType' && isShown(json),
    ).length,
    categories: new Set(components.map(({ uid }) => uid.slice(0, uid.indexOf('.')))).size,
  };
}

function isShown(json: unknown): boolean {
  const options = toRecord(toRecord(json)['pluginOptions']);
  return toRecord(options['content-type-builder'])['visible'] !== false;
}
