// Loads a project and derives the response headers of its server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HeaderOptions } from '../http/response/headers.ts';
import { securityHeaders } from '../http/response/security-headers.ts';
import { loadProject, type LoadOptions, type Project } from '../project/load.ts';
import { ProjectError, reasonOf } from '../project/project-error.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { openProjectCode } from './code.ts';
import type { Config } from '../project/config.ts';
import { liveColumns } from './database.ts';

/** Loads the project of a folder. @throws ProjectError */
export async function openProject(
  folder: string,
  options: Pick<LoadOptions, 'environment' | 'writeSecrets' | 'archivedTypes' | 'settle'> = {},
): Promise<Project> {
  const settle = async (root: string, config: Config): Promise<void> => {
    if (!existsSync(join(root, '.quoin', 'change.json'))) return;
    const { settleModelChange } = await import('./settle-model-change.ts');
    await settleModelChange(root, config);
  };
  const parts = { builtIn: builtInDefinitions, liveColumns, settle, openCode: openProjectCode };
  return loadProject(folder, { ...parts, ...options });
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
    security: refusedBy('strapi::security', () => securityHeaders(security)),
    poweredBy,
  };
}

/** Returns what `work` returns. @throws ProjectError that names the middleware whose options are invalid */
function refusedBy<T>(middleware: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const message = `These options are invalid: ${reasonOf(cause)} Correct or remove them.`;
    throw new ProjectError([{ file: 'config/middlewares', path: middleware, message }], { cause });
  }
}
