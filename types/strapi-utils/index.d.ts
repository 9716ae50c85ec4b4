// Types of `@strapi/utils` for projects that Quoin runs: map the name to this file (`quoin types`).

type AnyFunction = (...args: any[]) => any;

export namespace errors {
  class ApplicationError<TDetails = any> extends Error {
    constructor(message?: string, details?: TDetails);
    details: TDetails;
  }
  class ValidationError<TDetails = any> extends ApplicationError<TDetails> {}
  class YupValidationError extends ValidationError {
    constructor(error: any, message?: string);
  }
  class PaginationError<TDetails = any> extends ApplicationError<TDetails> {}
  class NotFoundError<TDetails = any> extends ApplicationError<TDetails> {}
  class ForbiddenError<TDetails = any> extends ApplicationError<TDetails> {}
  class UnauthorizedError<TDetails = any> extends ApplicationError<TDetails> {}
  class RateLimitError<TDetails = any> extends ApplicationError<TDetails> {}
  class PayloadTooLargeError<TDetails = any> extends ApplicationError<TDetails> {}
  class PolicyError<TDetails = any> extends ForbiddenError<TDetails> {}
  class NotImplementedError<TDetails = any> extends ApplicationError<TDetails> {}
  class HttpError extends Error {
    status: number;
    statusCode: number;
    expose: boolean;
  }
}

interface Env {
  (name: string): string;
  <T>(name: string, fallback: T): string | T;
  int(name: string, fallback?: number): number;
  float(name: string, fallback?: number): number;
  bool(name: string, fallback?: boolean): boolean;
  json(name: string, fallback?: any): any;
  array(name: string, fallback?: string[]): string[];
  date(name: string, fallback?: Date): Date;
  oneOf(name: string, values: string[], fallback?: string): string;
}

interface Hook {
  getHandlers(): AnyFunction[];
  register(handler: AnyFunction): this;
  delete(handler: AnyFunction): this;
  call(context?: any): any;
}

type Members = Record<string, AnyFunction>;

export const env: Env;
export const sanitize: {
  visitors: Members;
  sanitizers: Members;
  createAPISanitizers(parts: { getModel: AnyFunction; sanitizers?: any }): Members;
};
export const validate: {
  visitors: Members;
  validators: any;
  createAPIValidators(parts: { getModel: AnyFunction; validators?: any }): Members;
};
export const traverse: Members;
export const policy: {
  createPolicy(options: { name?: string; validator?: AnyFunction; handler: AnyFunction }): {
    name: string;
    validator: AnyFunction;
    handler: AnyFunction;
  };
  createPolicyContext(type: string, context: object): any;
};
export const pagination: Members;
export const contentTypes: any;
export const relations: any;
export const strings: Members;
export const arrays: Members;
export const objects: Members;
export const dates: { timestampCode(date?: Date): string };
export const file: Members;
export const template: Members;
export const async: { map: AnyFunction; pipe: AnyFunction; reduce: AnyFunction };
export const hooks: Record<
  | 'createAsyncSeriesHook'
  | 'createAsyncSeriesWaterfallHook'
  | 'createAsyncParallelHook'
  | 'createAsyncBailHook',
  () => Hook
> & { internals: { createHook(): Hook } };
/** yup 0.32. Add `yup` to the project for its own types. */
export const yup: any;
/** zod 4. Add `zod` to the project for its own types. */
export const z: any;

export function parseType(options: { type: string; value: unknown; forceCast?: boolean }): any;
export function setCreatorFields(options: {
  user: any;
  isEdition?: boolean;
}): <T extends object>(data: T) => T;
export function providerFactory(options?: { throwOnDuplicates?: boolean }): any;
export function traverseEntity(...args: any[]): any;
export function importDefault(name: string): any;
export function validateYupSchema(
  schema: any,
  options?: any,
): (body: unknown, message?: string) => Promise<any>;
export function validateYupSchemaSync(
  schema: any,
  options?: any,
): (body: unknown, message?: string) => any;
export function validateZodSchema(schema: any): (data: unknown, message?: string) => any;
export function getZodValidationErrors(error: any): Record<string, string>;
export function formatYupErrors(error: any): { errors: any[]; message: string };
export function isOperator(key: string, ignoreCase?: boolean): boolean;
export function isOperatorOfType(type: string, key: string, ignoreCase?: boolean): boolean;
export function hasSort(sort: unknown): boolean;
export function generateInstallId(projectId: string, installId?: string): string;
export function createModelCache(getModel: AnyFunction): { getModel: AnyFunction; clear(): void };
export function createContentApiRoutesFactory(
  build: () => any[],
): (() => { type: 'content-api'; routes: any[] }) & { routes: any[] };
export function extendMiddlewareConfiguration(
  middlewares: any[],
  middleware: { name: string; [key: string]: any },
): any[];
export function parsePublicationFilter(value: unknown): string | undefined;
export function emitAudit(context: { strapi: any }, event: string, payload: any): Promise<void>;
export const CSP_DEFAULTS: Record<string, string[]>;
export const SHARED_QUERY_PARAM_KEYS: string[];
export const ALLOWED_QUERY_PARAM_KEYS: string[];
export const RESERVED_INPUT_PARAM_KEYS: string[];
