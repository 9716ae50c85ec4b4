// Sets the lifecycles of content-types: those of files in src/api, and those of plugins and their extensions.
import { ProjectError } from '../../project/project-error.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import { invalidHooks, type LoadedFile, type CodeFiles } from './code-files.ts';
import type { LoadedPlugin } from './plugins.ts';

/** Sets `lifecycles` of the models; `register` may change it. @throws ProjectError for a function that would never run */
export function setLifecycles(
  { contentType }: Strapi,
  { apis }: Pick<CodeFiles, 'apis'>,
  plugins: readonly LoadedPlugin[],
): void {
  const ofPlugins = plugins.flatMap(lifecyclesOf);
  const issues = ofPlugins.flatMap(invalidHooks);
  if (issues.length > 0) throw new ProjectError(issues);
  for (const { key, value } of [...apis.flatMap((api) => api.lifecycles), ...ofPlugins]) {
    const model = contentType(key);
    if (model) Object.assign(model, { lifecycles: { ...toRecord(value) } });
  }
}

function lifecyclesOf({ name, module }: LoadedPlugin): readonly LoadedFile[] {
  return Object.entries(toRecord(module.contentTypes)).flatMap(([type, value]) => {
    const { lifecycles } = toRecord(value);
    const uid = `plugin::${name}.${type}`;
    if (lifecycles === undefined || lifecycles === null) return [];
    return [{ key: uid, label: `the lifecycles of ${uid}`, value: lifecycles }];
  });
}
