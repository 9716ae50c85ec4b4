// Permissions of the signed-in user by type and field. The server enforces them; the interface only hides controls.
import { isJsonObject, objectsOf, stringsOf, type JsonObject } from '../base/json.ts';

export type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

const PREFIX = 'plugin::content-manager.explorer.';

/** Permissions of a user: the permission rows of all their roles. */
export class Permissions {
  /** Action names, regardless of the subject. */
  readonly #actions = new Set<string>();
  /** Dotted paths of fields by action and type. */
  readonly #fields = new Map<string, ReadonlySet<string>>();

  /** @param rows Response of `/admin/users/me/permissions` */
  constructor(rows: readonly JsonObject[]) {
    for (const row of objectsOf(rows)) {
      const { action, subject } = row;
      if (typeof action !== 'string') continue;
      this.#actions.add(action);
      if (typeof subject !== 'string') continue;
      const key = `${action} ${subject}`;
      const properties = isJsonObject(row['properties']) ? row['properties'] : {};
      const paths = stringsOf(properties['fields']);
      this.#fields.set(key, new Set([...(this.#fields.get(key) ?? []), ...paths]));
    }
  }

  /** Returns true if the user may perform an action on files. */
  mayFiles(action: 'read' | 'create' | 'update'): boolean {
    return this.#actions.has(
      action === 'read' ? 'plugin::upload.read' : `plugin::upload.assets.${action}`,
    );
  }

  /** Returns true if the user may see the content model. */
  get maySeeTypes(): boolean {
    return this.#actions.has('plugin::content-type-builder.read');
  }

  /** Returns true if the user may configure lists for everyone. */
  get mayConfigureLists(): boolean {
    return this.#actions.has('plugin::content-manager.collection-types.configure-view');
  }

  /** Returns true if the user may perform an action on some entries of a type. */
  may(action: ContentAction, uid: string): boolean {
    return this.#fields.has(`${PREFIX}${action} ${uid}`);
  }

  /** Returns true if this includes a field. A field of a component is treated as the component. */
  mayField(action: 'create' | 'read' | 'update', uid: string, field: string): boolean {
    return this.#includes(`${PREFIX}${action} ${uid}`, [field]);
  }

  /** Returns true if a field or a part of it may be read. @param path Names from the type, including components */
  mayReadPath(uid: string, path: readonly string[]): boolean {
    return this.#includes(`${PREFIX}read ${uid}`, path);
  }

  /** Returns true if a path, an ancestor or a descendant of it is listed. */
  #includes(key: string, path: readonly string[]): boolean {
    const dotted = path.join('.');
    return [...(this.#fields.get(key) ?? [])].some(
      (listed) =>
        listed === dotted || listed.startsWith(`${dotted}.`) || dotted.startsWith(`${listed}.`),
    );
  }
}
