// Loads a project and derives the response headers of its server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTextLog } from '../base/logger.ts';
import type { HeaderOptions } from '../http/response/headers.ts';
import { securityHeaders } from '../http/response/security-headers.ts';
import {
  type CodeOpening,
  loadProject,
  type LoadOptions,
  type Project,
  type ProjectCode,
  type PreparedFolder,
} from '../project/load.ts';
import { copiedFrom } from '../project/folder.ts';
import { ProjectError, reasonOf } from '../project/project-error.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { configPackages, openProjectCode } from './code/open-project-code.ts';
import type { Config } from '../project/config.ts';
import { inspectDatabase, liveColumns } from './database.ts';

type Options = Pick<
  LoadOptions,
  'environment' | 'writeSecrets' | 'archivedTypes' | 'prepareFolder' | 'needsStrapi' | 'log'
> & {
  /** Whether to report code that ends the process; not for scripts, which end it themselves. Default: true. */
  readonly reportsEnds?: boolean;
  /** Whether to report code that delays the start; for processes that open one project. Default: false. */
  readonly reportsSlowStart?: boolean;
};

/** Loads the project of a folder. @throws ProjectError */
export async function openProject(
  folder: string,
  { reportsEnds = true, reportsSlowStart = false, log = createTextLog(), ...options }: Options = {},
): Promise<Project> {
  const openCode = (opening: CodeOpening): Promise<ProjectCode> =>
    openProjectCode(opening, { reportsEnds, reportsSlowStart });
  const parts = { builtIn: builtInDefinitions, liveColumns, packages: configPackages, openCode };
  return loadProject(folder, { ...parts, prepareFolder: recoverOrCopy, log, ...options });
}

/** Copies the folder if the configuration requires it, and recovers it otherwise. */
async function recoverOrCopy(root: string, config: Config): Promise<PreparedFolder> {
  if (config.quoin.schema.store === 'files' || copiedFrom(root) !== null) {
    return recoverFolder(root, config);
  }
  const { copyProject } = await import('./model-changes/project-copy.ts');
  return copyProject(root, config.database);
}

/**
 * Prepares the folder of a served project: copies it if the configuration requires it, and recovers it otherwise. A process
 * that follows changes must know the last one that it has read.
 */
export async function prepareServedFolder(root: string, config: Config): Promise<PreparedFolder> {
  const prepared = await recoverOrCopy(root, config);
  return config.quoin.schema.live ? withLastChange(prepared, config) : prepared;
}

/** Recovers the folder for `quoin dev`, which may change content-types without `schema.live`, and writes to the folder itself. */
export async function prepareEditedFolder(root: string, config: Config): Promise<PreparedFolder> {
  return withLastChange(await recoverFolder(root, config), config);
}

async function withLastChange(
  prepared: PreparedFolder,
  { database }: Config,
): Promise<PreparedFolder> {
  if (prepared.lastChange !== undefined) return prepared;
  const { readLastChange } = await import('../model/change-log.ts');
  try {
    const lastChange = await inspectDatabase(database, () => readLastChange());
    return { ...prepared, lastChange };
  } catch {
    // There is no log yet, or the start is going to fail.
    return prepared;
  }
}

/** Completes or rolls back an interrupted change of the files of a folder. */
export async function recoverFolder(root: string, config: Config): Promise<PreparedFolder> {
  if (existsSync(join(root, '.quoin'))) {
    const { recoverModelChange } = await import('./model-changes/recover-model-change.ts');
    await recoverModelChange(root, config);
  }
  return { root, warnings: [] };
}

/** Returns the response headers that a project configures. @throws ProjectError if an option is invalid */
export function headersOf({ config }: Project): HeaderOptions {
  const { cors, security, poweredBy } = config.middlewares;
  return {
    origins: cors.origin,
    credentials: cors.credentials,
    methods: cors.methods,
    allowedHeaders: cors.headers,
    exposedHeaders: cors.expose,
    maxAge: cors.maxAge,
    security: rejectedBy('strapi::security', () => securityHeaders(security)),
    poweredBy,
    keepAlive: config.server.http.keepAliveTimeout,
  };
}

/** Returns what `work` returns. @throws ProjectError that names the middleware whose options are invalid */
function rejectedBy<T>(middleware: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const message = `These options are invalid: ${reasonOf(cause)} Correct or remove them.`;
    throw new ProjectError([{ file: 'config/middlewares', path: middleware, message }], { cause });
  }
}
