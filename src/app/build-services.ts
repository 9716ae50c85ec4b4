// Builds the services that the routes of a server use.
import type { CurrentRequest } from '../base/stage-timer.ts';
import { NO_CUSTOM_PERMISSIONS, type CustomPermissions } from '../auth/admin/managed-types.ts';
import { Authenticator } from '../auth/authenticate.ts';
import type { Tables } from '../documents/rows/built-in-rows.ts';
import { SignIns } from '../auth/users/sign-in.ts';
import { Roles } from '../auth/roles/roles.ts';
import type { UserOverrides } from '../auth/users/user-overrides.ts';
import type { UserTokens } from '../auth/users/user-tokens.ts';
import type { ContentManagerDependencies } from '../content-manager/dependencies.ts';
import type { SendMail } from '../base/mail.ts';
import type { ReadMiddleware } from '../documents/read-hooks.ts';
import type { WriteHooks } from '../documents/write-hooks.ts';
import type { ContentLibrary, LibraryOverrides } from '../media/file-overrides.ts';
import type { FileNaming } from '../media/media-parts.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import type { ModelChanges } from '../model/model-changes.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Workers } from '../http/metrics/workers.ts';
import type { Project } from '../project/load.ts';
import { ROLE } from '../schema/built-in/uids.ts';
import { actionGroups } from './accounts/action-groups.ts';
import { createAdministrators, type Administrators } from './accounts/administrators.ts';
import { allDefinitions } from './content-model.ts';
import { createEngine, type Engine } from './engine.ts';
import { buildMedia, type Media } from './media.ts';
import { createSendMail } from './send-mail.ts';
import type { Store } from './store.ts';
import { createUserTokens } from './accounts/user-tokens.ts';

/** The services of a server. */
export interface Services {
  readonly project: Project;
  readonly store: Store;
  readonly engine: Engine;
  readonly authenticator: Authenticator;
  readonly userTokens: UserTokens;
  /** Opens sessions for users, for every way to sign in. */
  readonly signIns: SignIns;
  /** Roles of end users. */
  readonly roles: Roles;
  readonly administrators: Administrators;
  /** Reads and writes rows of built-in types. */
  readonly tables: Tables;
  readonly sendMail: SendMail;
  readonly media: Media;
  /** Null if metrics are disabled. */
  readonly metrics: Metrics | null;
  /** Other workers on the same port, or null in a single process. */
  readonly workers: Workers | null;
  /** Changes of the content model. */
  readonly changes: ModelChanges;
  /** Path prefix of the content API, such as `/api`. */
  readonly prefix: string;
  readonly overrides: ServiceOverrides;
  /** Runs around reads of administrators; null without project code. */
  readonly readMiddleware: ReadMiddleware | null;
}

/** Services of built-in plugins that project code has replaced. */
export interface ServiceOverrides {
  readonly users: UserOverrides;
  readonly library: (library: MediaLibrary) => ContentLibrary;
  /** For the routes of administrators. */
  readonly adminLibrary: LibraryOverrides;
  readonly fileNaming?: FileNaming;
}

const NO_OVERRIDES: ServiceOverrides = {
  users: {},
  library: (library) => library,
  adminLibrary: {},
};

/** For servers whose content model does not change while they run. */
export const NO_CHANGES: ModelChanges = {
  isAllowed: false,
  isUpdating: false,
  outdated: null,
  tag: null,
  assertCurrent: async () => undefined,
  apply: async () => undefined,
  catchUp: async () => false,
  resend: () => undefined,
};

interface ServiceOptions extends Pick<Services, 'metrics' | 'workers' | 'changes'> {
  /** Hooks around writes; undefined without hooks. */
  readonly hooks?: WriteHooks | undefined;
  readonly readMiddleware?: ReadMiddleware | undefined;
  /** Actions and conditions that project code registers for administrators. */
  readonly custom?: CustomPermissions | undefined;
  readonly overrides?: ServiceOverrides | undefined;
  /** The request whose stages are measured; undefined: none. */
  readonly current?: CurrentRequest | undefined;
}

/** Builds the services of a project's server. @throws ProjectError if the configuration is invalid */
export async function buildServices(
  project: Project,
  store: Store,
  {
    metrics,
    workers,
    changes,
    hooks,
    readMiddleware,
    custom = NO_CUSTOM_PERMISSIONS,
    overrides = NO_OVERRIDES,
    current,
  }: ServiceOptions = {
    metrics: null,
    workers: null,
    changes: NO_CHANGES,
  },
): Promise<Services> {
  const { admin, api } = project.config;
  const engine = await createEngine(project, store, { hooks, current });
  const userTokens = createUserTokens(project.config);
  const { database, registry } = store;
  const tables = engine.context;
  const tokenSalt = admin.apiTokenSalt;
  return {
    project,
    store,
    engine,
    userTokens,
    signIns: new SignIns({ database, tables, userTokens, overrides: overrides.users }),
    roles: new Roles({
      database,
      tables,
      reader: engine.reader,
      type: registry.contentType(ROLE),
      actions: actionGroups(project.routes),
    }),
    administrators: createAdministrators(project, store, { tables, custom }),
    tables,
    authenticator: new Authenticator({
      database,
      tables,
      tokenSalt,
      userTokens,
      locale: engine.locale,
    }),
    sendMail: createSendMail(project),
    media: buildMedia(project, store, { engine, fileNaming: overrides.fileNaming }),
    metrics,
    workers,
    changes,
    overrides,
    readMiddleware: readMiddleware ?? null,
    prefix: api.rest.prefix,
  };
}

/** Dependencies of the content-manager. */
export function contentManagerBase({
  project,
  engine,
  workers,
  readMiddleware,
  store: { database },
}: Services): ContentManagerDependencies {
  const { adminReader: reader, writer, tags, context, locale } = engine;
  const { registry } = reader;
  const definitions = (): ReturnType<typeof allDefinitions> => allDefinitions(project);
  const base = { registry, reader, writer, tags, context, database, locale };
  const { preview } = project.config.admin;
  return { ...base, definitions, preview, messages: workers, readMiddleware };
}
