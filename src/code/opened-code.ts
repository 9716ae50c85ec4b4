// The code of a project after it is loaded, before the database is open.
import type Koa from 'koa';
import type { Config } from '../project/config.ts';
import type { ProjectFolder } from '../project/folder.ts';
import type { ModuleLoader } from '../project/modules.ts';
import type { RawDefinition } from '../schema/types.ts';
import type { FormFolders } from './koa/form-folders.ts';
import type { CodeFiles } from './load/code-files.ts';
import type { LoadedPlugin } from './load/plugins.ts';
import type { StrapiInstance } from './strapi/create-strapi.ts';
import type { SyncHooks } from './strapi/hooks.ts';
import type { CodeServerObject } from './strapi/server-object.ts';

export interface OpenedCode {
  readonly instance: StrapiInstance;
  readonly files: CodeFiles;
  readonly plugins: readonly LoadedPlugin[];
  /** Definitions of the project and built-in ones, and those that plugins add or change. */
  readonly definitions: {
    readonly project: readonly RawDefinition[];
    readonly plugins: readonly RawDefinition[];
  };
  readonly customFields: ReadonlyMap<string, string>;
  /** What does not run, one entry per warning. */
  readonly warnings: readonly string[];
  readonly app: Koa;
  readonly syncHooks: SyncHooks;
  readonly formFolders: FormFolders;
  readonly server: CodeServerObject;
  readonly config: Config;
  readonly loader: ModuleLoader;
  readonly folder: ProjectFolder;
}
