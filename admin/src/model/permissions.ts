// Permissions: what the signed-in person may do with which type and field. The server decides; the interface only shows.
import { isJsonObject, objectsOf, stringsOf, type JsonObject } from '../base/json.ts';

/** An action on content. */
export type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

const PREFIX = 'plugin::content-manager.explorer.';

/** Permissions of a person, from the rows of all their roles. */
export class Permissions {
  /** Names of actions, of any subject or none. */
  readonly #actions = new Set<string>();
  /** Names of fields by action and type; null if the action has no fields. */
  readonly #fields = new Map<string, ReadonlySet<string> | null>();

  /** @param rows As answered by `/admin/users/me/permissions` */
  constructor(rows: readonly JsonObject[]) {
    for (const row of objectsOf(rows)) {
      const { action, subject } = row;
      if (typeof action !== 'string') continue;
      this.#actions.add(action);
      if (typeof subject !== 'string') continue;
      const key = `${action} ${subject}`;
      const properties = isJsonObject(row['properties']) ? row['properties'] : {};
      const names = stringsOf(properties['fields']).flatMap((name) => [
        name,
        name.split('.')[0] ?? name,
      ]);
      this.#fields.set(key, new Set([...(this.#fields.get(key) ?? []), ...names]));
    }
  }

  /** Whether a person may do something with files. */
  mayFiles(action: 'read' | 'create' | 'update'): boolean {
    return this.#actions.has(
      action === 'read' ? 'plugin::upload.read' : `plugin::upload.assets.${action}`,
    );
  }

  /** Whether a person may see the content model. */
  get maySeeTypes(): boolean {
    return this.#actions.has('plugin::content-type-builder.read');
  }

  /** Whether a person may decide how lists look for all. */
  get mayConfigureLists(): boolean {
    return this.#actions.has('plugin::content-manager.collection-types.configure-view');
  }

  /** Whether a person may do something with some entries of a type. */
  may(action: ContentAction, uid: string): boolean {
    return this.#fields.has(`${PREFIX}${action} ${uid}`);
  }

  /** Whether this includes a field. A part of a component counts as the component. */
  mayField(action: 'create' | 'read' | 'update', uid: string, field: string): boolean {
    return this.#fields.get(`${PREFIX}${action} ${uid}`)?.has(field) ?? false;
  }
}
