// Parameters of document calls as project code passes them: what a method does not know has no effect.
import { AppError } from '../../base/errors.ts';
import type { QueryObject } from '../../query/params.ts';
import { toQuery, type Method } from '../../documents/to-query.ts';
import type { Params } from '../strapi/strapi.ts';

const ANSWER = ['fields', 'populate', 'locale'];
const VERSION = [...ANSWER, 'status'];
const LIST = [...VERSION, 'filters', 'sort', '_q', 'publicationFilter', 'hasPublishedVersion'];

/** What each method reads, besides `documentId` and `data`. */
const KNOWN: Readonly<Record<Method, readonly string[]>> = {
  findMany: [...LIST, 'start', 'limit'],
  findFirst: LIST,
  findOne: [...VERSION, 'filters'],
  count: LIST.filter((name) => !['fields', 'populate', 'sort'].includes(name)),
  create: VERSION,
  update: VERSION,
  delete: ANSWER,
  publish: ANSWER,
  unpublish: ANSWER,
  discardDraft: ANSWER,
};

/** The query of a call. @throws ValidationError */
export function toDocumentQuery(method: Method, params: Params): QueryObject {
  const known = KNOWN[method].filter((name) => params[name] !== undefined);
  const named = Object.fromEntries(known.map((name) => [name, params[name]]));
  // Any other status is that of drafts.
  const status = params['status'] === 'published' ? 'published' : 'draft';
  return toQuery(method, known.includes('status') ? { ...named, status } : named);
}

/** An error as code gets it: where a key stood in a request says nothing to it. */
export function asCodeError(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details || !('source' in error.details)) return error;
  const { source: _, param: __, ...details } = error.details;
  return new AppError(error.name, error.message, details);
}
