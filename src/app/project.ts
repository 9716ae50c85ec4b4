// Loads a project and derives what the server needs: its content model and its response headers.
import type { HeaderOptions } from '../http/response/headers.ts';
import { securityHeaders } from '../http/response/security-headers.ts';
import { loadProject, type LoadOptions, type Project } from '../project/load.ts';
import { ProjectError, reasonOf } from '../project/project-error.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { Registry } from '../schema/registry.ts';
import { createLayout, type Layout } from '../storage/layout.ts';
import type { FileOf } from '../storage/storage-error.ts';
import { liveColumns } from './database.ts';

/** Loads the project of a folder. @throws ProjectError */
export function openProject(
  folder: string,
  options: Pick<LoadOptions, 'environment' | 'writeSecrets' | 'evaluate' | 'archivedTypes'> = {},
): Promise<Project> {
  return loadProject(folder, { builtIn: builtInDefinitions, liveColumns, ...options });
}

/** A content model with its database layout. */
export interface ContentModel {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Returns the content model of a project. @throws StorageError if names collide */
export function modelOf(project: Project): ContentModel {
  const registry = defineRegistry([...builtInDefinitions, ...project.definitions]);
  return { registry, layout: createLayout(registry, filesOf(project)) };
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

/** Finds the schema file of a uid. */
export function filesOf({ definitions }: Project): FileOf {
  const files = new Map(definitions.map(({ uid, file }) => [uid, file]));
  return (uid) => files.get(uid);
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
