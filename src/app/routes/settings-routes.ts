// Routes of the admin API for the settings of a project: emails, transfer tokens, webhooks, end users and the home
// page.
import { Webhooks } from '../../webhooks/webhooks.ts';
import { adminEmailRoutes } from '../../http/admin/email-routes.ts';
import { projectRoutes } from '../../http/admin/project-routes.ts';
import { settingsRoutes } from '../../http/admin/settings-routes.ts';
import { transferTokenRoutes } from '../../http/admin/transfer-token-routes.ts';
import { webhookRoutes } from '../../http/admin/webhook-routes.ts';
import { librarySettingsRoutes } from '../../http/media-library/settings-routes.ts';
import type { Route } from '../../http/routing/route.ts';
import { actionGroups } from '../accounts/action-groups.ts';
import { allDefinitions } from '../content-model.ts';
import { publicAddresses } from '../public-addresses.ts';
import { mailSettings } from '../send-mail.ts';
import type { Services } from '../build-services.ts';

export function projectSettingsRoutes(services: Services): readonly Route[] {
  const { project, store, tables, prefix, roles, sendMail } = services;
  const { config } = project;
  const { database } = store;
  const { statements } = tables;
  const { server: address } = publicAddresses(config);
  const { upload } = config.plugins;
  return [
    ...adminEmailRoutes({ sendMail, settings: mailSettings(config) }),
    ...projectRoutes(async () => {
      const { createProjectHandlers } = await import('../../http/admin/project-handlers.ts');
      const { listedRoutes } = await import('./listed-routes.ts');
      const { Logos } = await import('../../media/logos.ts');
      const { store: files, staging, rules } = services.media;
      const definitions = allDefinitions(project);
      const actions = actionGroups(project.routes);
      return createProjectHandlers({
        database,
        tables,
        definitions,
        actions,
        routes: listedRoutes(project, prefix),
        changes: services.changes,
        logos: new Logos({ database, tables, store: files, rules }),
        staging,
        bodies: config.middlewares.body,
      });
    }),
    ...transferTokenRoutes(async () => {
      const { TransferTokens } = await import('../../auth/transfer-tokens/transfer-tokens.ts');
      return new TransferTokens({ database, tables, salt: config.admin.transferTokenSalt });
    }),
    ...webhookRoutes({
      webhooks: new Webhooks({ database, tables }),
      isProduction: config.nodeEnv === 'production',
      defaultHeaders: config.server.webhookHeaders,
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
