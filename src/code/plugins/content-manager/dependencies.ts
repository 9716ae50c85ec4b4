// What the services of the plugin `content-manager` are built on.
import type { Fields } from '../../strapi/code-values.ts';

/** The services of the server, once it exists. */
export interface ContentManagerDependencies {
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
