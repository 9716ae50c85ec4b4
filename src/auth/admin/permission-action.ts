// The form of an action that roles of administrators can be granted (docs/strapi/administration.md, "Roles and
// permissions").

/** An action on entries of content-types, on a plugin, or in the settings. */
export type PermissionAction = ContentAction | PlainAction;

/** An action on the entries of a content-type. */
export interface ContentAction {
  readonly section: 'contentTypes';
  readonly id: string;
  readonly displayName: string;
  /** Restrictions that a permission supports. */
  readonly properties: readonly PermissionProperty[];
  /** Whether it can be granted on types that have no entries in the admin panel. */
  readonly onHiddenTypes: boolean;
  /** Uids of the only types that it can be granted on. */
  readonly subjects?: readonly string[];
}

/** An action without a content-type. */
export interface PlainAction {
  readonly section: 'plugins' | 'settings';
  readonly id: string;
  readonly displayName: string;
  /** Name of the plugin, or the category of the settings. */
  readonly group: string;
  readonly subCategory: string;
}

export type PermissionProperty = 'fields' | 'locales';
