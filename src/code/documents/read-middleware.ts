// Document middlewares around the reads of administrators, which are described as the document calls of Strapi's
// content-manager.
import { toParamValue } from '../../documents/programs/program-values.ts';
import type { ChangedParams, ReadCall, ReadMiddleware } from '../../documents/read-hooks.ts';
import { paramsKey } from '../../query/params.ts';
import { isObject } from '../../query/parse/values.ts';
import { presentParams } from '../database/present-values.ts';
import { populateOfView } from '../plugins/content-manager/populate-builder.ts';
import type { ContentTypeModel, Model } from '../strapi/strapi.ts';
import type { Params } from '../strapi/code-values.ts';
import { asCodeError } from '../database/code-error.ts';
import type { DocumentMiddlewares } from './document-middlewares.ts';

/** Models as code sees them. */
export interface ReadMiddlewareDependencies {
  readonly contentType: (uid: string) => ContentTypeModel;
  readonly modelOf: (uid: string) => Model | undefined;
}

/** Runs the document middlewares of a project around reads. */
export class DocumentReadMiddleware implements ReadMiddleware {
  readonly #middlewares: DocumentMiddlewares;
  #dependencies: ReadMiddlewareDependencies | null = null;

  constructor(middlewares: DocumentMiddlewares) {
    this.#middlewares = middlewares;
  }

  attach(dependencies: ReadMiddlewareDependencies): void {
    this.#dependencies = dependencies;
  }

  get isEmpty(): boolean {
    return this.#middlewares.isEmpty;
  }

  async run(
    { uid, action, params: own, view }: ReadCall,
    next: (changed: ChangedParams) => Promise<unknown>,
  ): Promise<unknown> {
    if (!this.#dependencies) throw new Error('A document was read before the database was opened');
    const { contentType, modelOf } = this.#dependencies;
    const populate = view && populateOfView(uid, view, modelOf);
    const params: Params = populate ? { ...own, populate } : { ...own };
    const before = new Map(Object.entries(params).map(([name, value]) => [name, paramsKey(value)]));
    const context = { uid, contentType: contentType(uid), action, params };
    return this.#middlewares.run(context, async () => {
      try {
        return await next(changedIn(before, context.params));
      } catch (error) {
        throw asCodeError(error);
      }
    });
  }
}

/** @throws ValidationError for invalid parameters */
function changedIn(before: ReadonlyMap<string, string | null>, params: Params): ChangedParams {
  const names = new Set([...before.keys(), ...Object.keys(params)]);
  const changed = [...names].filter((name) => {
    const key = paramsKey(params[name]);
    return key === null || key !== (before.get(name) ?? 'undefined');
  });
  const present = presentParams(Object.fromEntries(changed.map((name) => [name, params[name]])));
  const values = toParamValue(present, 'params');
  return new Map(changed.map((name) => [name, isObject(values) ? values[name] : undefined]));
}
