// What the services of the built-in plugins are built on.
import type { Fields } from '../strapi/code-values.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import type { Folders } from '../../media/library/folders.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { Staging } from '../../media/staging.ts';
import type { FileStore } from '../../media/store.ts';
import type { PluginActions } from './plugin-actions.ts';
import type { AccountDependencies } from '../../auth/users/account-dependencies.ts';
import type { UserTokens } from '../../auth/users/user-tokens.ts';
import type { Roles } from '../../auth/roles/roles.ts';

/** For `content-manager`: the services of the server, once it exists. */
export interface ContentManagerServices {
  /** Content-types and components as the admin interface sees them, by uid. */
  readonly models: ReadonlyMap<string, ViewedModel>;
  /** Default widths of fields by type. */
  readonly fieldSizes: Readonly<Record<string, object>>;
  /** @throws ValidationError */
  generateUid(field: Fields): Promise<string>;
  /** @returns the suggestion if the value is taken, otherwise null @throws ValidationError */
  suggestUid(field: Fields): Promise<string | null>;
  readonly configurations: ViewConfigurations;
}

/** A model in the format of the admin interface. */
export interface ViewedModel {
  readonly uid: string;
  readonly isDisplayed: boolean;
  /** Undefined for components. */
  readonly kind?: string;
  /** Undefined for content-types. */
  readonly category?: string;
}

/** Stored configurations of views. @throws NotFoundError, BadRequestError */
export interface ViewConfigurations {
  ofType(uid: string): Promise<{ readonly contentType: object; readonly components: object }>;
  ofComponent(uid: string): Promise<{ readonly component: object; readonly components: object }>;
  changeType(uid: string, body: unknown): Promise<{ readonly contentType: object }>;
  changeComponent(uid: string, body: unknown): Promise<object>;
}

/** For `upload`. They are resolved when an action or a service needs them, because extensions run first. */
export interface UploadDependencies {
  readonly actions: PluginActions;
  readonly context: WriteContext;
  readonly folders: Folders;
  /** The folder for files uploaded through the content API. */
  readonly apiFolder: () => Promise<{ readonly id: number; readonly path: string }>;
  readonly library: MediaLibrary;
  readonly staging: Staging;
  readonly store: FileStore;
}

/** For `users-permissions`. They are resolved when an action or a service needs them, because extensions run first. */
export interface UsersPermissionsDependencies {
  readonly actions: PluginActions;
  readonly accounts: AccountDependencies;
  readonly userTokens: UserTokens;
  readonly roles: Roles;
}
