// Global id of a model: its name among all models, such as `UsersPermissionsUser`.
import { toRecord, toText, valueAt } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { snakeCase } from './snake-case.ts';

/** Returns the `globalId` of the schema file, or the one that Strapi derives from the names of plugin and model. */
export function globalIdOf({ uid, json }: Pick<RawDefinition, 'uid' | 'json'>): string {
  return toText(toRecord(json)['globalId']) ?? pascalCase(nameOf(uid, json));
}

function nameOf(uid: string, json: unknown): string {
  const separator = uid.indexOf('::');
  if (separator < 0) return `component_${uid}`;
  const name = toText(valueAt(toRecord(json), 'info.singularName')) ?? uid;
  if (uid.startsWith('api::')) return name;
  const plugin = uid.startsWith('admin::') ? 'admin' : uid.slice(separator + 2, uid.indexOf('.'));
  return `${plugin}-${name}`;
}

/** `upload-file` becomes `UploadFile`. */
function pascalCase(text: string): string {
  return snakeCase(text)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
