// Types of `strapi.hook(name)`, `strapi.entityValidator` and `strapi.webhookStore`.
import type { RawRecord } from '../../schema/raw.ts';

/** A function of project code. */
export type Handler = (...args: never[]) => unknown;

/** A named list of functions. */
export interface CodeHook {
  register(handler: Handler): CodeHook;
  delete(handler: Handler): CodeHook;
  getHandlers(): Handler[];
  /** Calls the functions one after another. */
  call(context?: unknown): Promise<void>;
}

/** A model, as far as it is needed to validate an entry. */
export interface ValidatedModel {
  readonly uid: string;
  readonly info?: unknown;
}

/** The validator. Both functions return the data with defaults and converted values. */
export interface EntityValidator {
  /** @throws ValidationError with all errors */
  validateEntityCreation(
    model: ValidatedModel,
    data: unknown,
    options?: ValidatorOptions,
  ): Promise<Record<string, unknown>>;
  /** @throws ValidationError with all errors */
  validateEntityUpdate(
    ...args: [model: ValidatedModel, data: unknown, options?: ValidatorOptions, entity?: RawRecord]
  ): Promise<Record<string, unknown>>;
}

export interface ValidatorOptions {
  /** True skips the rules that apply to published entries only. */
  readonly isDraft?: boolean;
}

/** The store. Webhooks have text ids, as in Strapi. */
export interface WebhookStore {
  /** Names of events by key, such as `ENTRY_CREATE`. */
  readonly allowedEvents: Map<string, string>;
  addAllowedEvent(key: string, event: string): void;
  removeAllowedEvent(key: string): void;
  /** @returns the keys */
  listAllowedEvents(): string[];
  getAllowedEvent(key: string): string | undefined;
  findWebhooks(): Promise<Record<string, unknown>[]>;
  findWebhook(id: unknown): Promise<Record<string, unknown> | null>;
  /** @throws ValidationError for an unknown event */
  createWebhook(webhook: RawRecord): Promise<Record<string, unknown>>;
  /** @returns null if there is none @throws ValidationError for an unknown event */
  updateWebhook(id: unknown, webhook: RawRecord): Promise<Record<string, unknown> | null>;
  deleteWebhook(id: unknown): Promise<Record<string, unknown> | null>;
}
