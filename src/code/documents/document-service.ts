// Document service (`strapi.documents`): wraps document calls in the middlewares of the project.
import type { ContentType } from '../../schema/types.ts';
import type {
  CodeDocuments,
  CodeDocumentService,
  ContentTypeModel,
  DocumentMiddleware,
} from '../strapi/strapi.ts';
import type { Params } from '../strapi/code-values.ts';
import { cloneDocument } from './clone-document.ts';
import {
  DocumentCalls,
  type DocumentCallDependencies,
  type PublicationCall,
} from './document-calls.ts';
import { withFindHooks } from '../lifecycles/find-lifecycles.ts';
import type { Lifecycles } from '../lifecycles/lifecycles.ts';
import { notAvailable } from '../strapi/not-available.ts';
import type { DocumentMiddlewares } from './document-middlewares.ts';
import { asCodeError } from '../database/code-error.ts';
import { createTransformData, omitComponentData } from './transform-data.ts';

export interface DocumentServiceDependencies extends DocumentCallDependencies {
  readonly middlewares: DocumentMiddlewares;
  readonly lifecycles: Lifecycles;
  /** Returns a content-type as code sees it. */
  readonly contentType: (uid: string) => ContentTypeModel;
}

/** Creates the document service of a project. */
export function createDocumentService(
  dependencies: DocumentServiceDependencies,
): CodeDocumentService {
  const cache = new Map<string, CodeDocuments>();
  const methodsOf = (uid: string): CodeDocuments => {
    const type = dependencies.registry.contentTypes.get(uid);
    if (!type) throw new TypeError(`Unknown content-type ${uid}`);
    const methods = cache.get(uid) ?? methodsFor(dependencies, type);
    cache.set(uid, methods);
    return methods;
  };
  return Object.assign(methodsOf, {
    utils: { transformData: createTransformData(dependencies) },
    use: (middleware: DocumentMiddleware) => dependencies.middlewares.use(middleware),
  });
}

const PUBLICATION: readonly PublicationCall[] = ['publish', 'unpublish', 'discardDraft'];

function methodsFor(dependencies: DocumentServiceDependencies, type: ContentType): CodeDocuments {
  const calls = new DocumentCalls(dependencies, type);
  const { middlewares, locale } = dependencies;
  const { uid } = type;
  const defaultLocale = async (): Promise<string> => {
    await locale.follow();
    return locale.code;
  };
  const method =
    <T>(action: string, run: (params: Params) => Promise<T>) =>
    async (input?: Params | null): Promise<T> => {
      const params = input ?? {};
      const call = async (passed: Params): Promise<T> => {
        try {
          return await withFindHooks(
            dependencies.lifecycles,
            { type, method: action, params: passed, defaultLocale },
            run,
          );
        } catch (error) {
          throw asCodeError(error);
        }
      };
      if (middlewares.isEmpty) return call(params);
      const context = { uid, contentType: dependencies.contentType(uid), action, params };
      // The result of a middleware is returned unchanged.
      return (await middlewares.run(context, () => call(context.params))) as T;
    };
  const published = type.draftAndPublish ? PUBLICATION : [];
  return {
    findMany: method('findMany', (params) => calls.findMany(params)),
    findFirst: method('findFirst', (params) => calls.findFirst(params)),
    findOne: method('findOne', (params) => calls.findOne(params)),
    count: method('count', (params) => calls.count(params)),
    create: method('create', (params) => calls.create(params)),
    update: method('update', (params) => calls.update(params)),
    delete: method('delete', (params) => calls.delete(params)),
    clone: method('clone', (params) => cloneDocument(calls, dependencies, params)),
    omitComponentData: (data) => omitComponentData(type, data),
    updateComponents: () => {
      throw notAvailable(
        `documents('${uid}').updateComponents`,
        `strapi.documents('${uid}').update`,
      );
    },
    ...Object.fromEntries(
      published.map((action) => [action, method(action, (params) => calls[action](params))]),
    ),
  };
}
