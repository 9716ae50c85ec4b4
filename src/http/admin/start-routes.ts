// Routes that the admin panel calls when it starts (docs/strapi/administration.md, "Requests at panel startup").
import { SUPER_ADMIN } from '../../auth/admin/grants.ts';
import type { AdminAccounts } from '../../auth/admin/admin-accounts.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import { toRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { coreStoreValue, PROJECT_SETTINGS } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import { json, noContent } from '../response/response.ts';
import type { AdminRoute, PublicRoute, Route } from '../routing/route.ts';

interface StartRouteDependencies {
  readonly accounts: AdminAccounts;
  readonly database: Database;
  /** `strapi.uuid` of the project's package.json; false if it is missing or telemetry is disabled. */
  readonly uuid: unknown;
  readonly about: OnDemand<AboutProject>;
  /** Initial data of Quoin's own panel. */
  readonly bootstrap: OnDemand<AdminRoute['handler']>;
  /** `admin.flags` of the project. */
  readonly flags: JsonObject;
  /** All content-types, as in their files. */
  readonly definitions: readonly RawDefinition[];
}

/** Data of the pages about the project. */
export interface AboutProject {
  readonly information: ProjectInformation;
  readonly plugins: readonly PluginInformation[];
}

/** The project as its administrators see it. */
export interface ProjectInformation {
  readonly currentEnvironment: string;
  /** Whether content-types can be changed. */
  readonly autoReload: boolean;
  readonly strapiVersion: string;
  readonly dependencies: JsonObject;
  readonly projectId: unknown;
  readonly nodeVersion: string;
  readonly communityEdition: boolean;
  readonly useYarn: boolean;
}

/** A plugin in addition to those of every project. */
export interface PluginInformation {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly packageName: string;
}

/** The routes under `/admin`. */
export function startRoutes(dependencies: StartRouteDependencies): readonly Route[] {
  const { about, bootstrap, flags } = dependencies;
  const projectType = { isEE: false, features: [], flags, ai: { enabled: false } };
  return [
    open('/admin/init', (): Promise<object> => init(dependencies)),
    open('/admin/project-type', () => projectType),
    signedIn('/admin/quoin/bootstrap', async (request) => (await bootstrap())(request)),
    signedIn('/admin/information', async () => json({ data: (await about()).information })),
    // Quoin sends no telemetry.
    signedIn('/admin/telemetry-properties', () => noContent()),
    signedIn('/admin/guided-tour-meta', async ({ caller }) =>
      json({ data: await guidedTour(dependencies, caller.admin.id) }),
    ),
    {
      ...signedIn('/admin/plugins', async () => json({ plugins: (await about()).plugins })),
      permission: 'admin::marketplace.read',
    },
    signedIn('/admin/license-trial-time-left', () => {
      throw new AppError('NotFoundError', 'There is no license');
    }),
  ];
}

function open(path: string, data: () => object | Promise<object>): PublicRoute {
  const handler: PublicRoute['handler'] = async () => json({ data: await data() });
  return { method: 'GET', path, caller: 'public', handler };
}

function signedIn(path: string, handler: AdminRoute['handler']): AdminRoute {
  return { method: 'GET', path, caller: 'admin', permission: null, handler };
}

async function init({ accounts, database, uuid }: StartRouteDependencies): Promise<object> {
  const [hasAdmin, settings] = await Promise.all([
    accounts.hasAdmins(),
    database.read(coreStoreValue(PROJECT_SETTINGS)),
  ]);
  const menuLogo = logoOf(settings, 'menuLogo');
  const authLogo = logoOf(settings, 'authLogo');
  return { uuid, hasAdmin, menuLogo, authLogo };
}

/** URL of a logo, or null. Undefined if only the other logo was ever set, which Strapi stores as an empty object. */
function logoOf(settings: unknown, name: string): unknown {
  const logo = isJsonObject(settings) ? settings[name] : null;
  if (!logo) return null;
  return isJsonObject(logo) ? logo['url'] : undefined;
}

/** The tour is for the first super admin, and skips what exists. */
async function guidedTour(
  { accounts, definitions }: StartRouteDependencies,
  caller: number,
): Promise<object> {
  const admins = await accounts.list();
  const isSuperAdmin = ({ code }: { readonly code: string }): boolean => code === SUPER_ADMIN;
  const first = admins.find(({ roles }) => roles.some(isSuperAdmin));
  const schemas = definitions
    .filter(({ modelType }) => modelType === 'contentType')
    .map(({ uid, json: schema }) => [uid, { uid, modelType: 'contentType', ...toRecord(schema) }]);
  return { isFirstSuperAdminUser: first?.id === caller, schemas: Object.fromEntries(schemas) };
}
