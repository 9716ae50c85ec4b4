// In charge of reading and removing files of the media library: bare arrays and row ids, as the upload plugin has them
// (spec/auth.md section 6).
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import { AppError } from '../../base/errors.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { Staging } from '../../media/staging.ts';
import { listBody, type ReadAnswer } from '../../query/answer-body.ts';
import { joined } from '../../query/body.ts';
import type { Paging } from '../../query/parse.ts';
import type { RowKey } from '../../query/planner.ts';
import type { PreparedRead, Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import { admit } from '../admission.ts';
import type { Route } from '../bind-routes.ts';
import { whenGone } from '../client-gone.ts';
import { queryText } from '../query-text.ts';
import type { BodyLimits } from '../request-bodies.ts';
import { changedQuery, rangeQuery } from '../range-query.ts';
import { assertServed, sendJson } from '../respond.ts';
import { rowIdIn } from '../row-id.ts';

/** What the routes of files stand on. */
export interface MediaRouteParts {
  readonly reader: Reader;
  readonly authenticator: Authenticator;
  readonly library: MediaLibrary;
  readonly staging: Staging;
  readonly bodies: BodyLimits;
  /** Path that they begin with, such as `/api`. */
  readonly prefix: string;
  /** The type of files. */
  readonly file: ContentType;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
  /** Why those answer 501 that put bytes into the store or take them away; null: they are served. */
  readonly blockedStore: string | null;
}

const ACTION = 'plugin::upload.content-api';

/** What a caller must be allowed to do. */
export type FileAction = 'find' | 'findPage' | 'findOne' | 'upload' | 'destroy';

/** The name of an action, as permissions have it. */
export function actionName(action: FileAction): string {
  return `${ACTION}.${action}`;
}

/** The routes that read files, and the one that removes them. */
export function fileRoutes(parts: MediaRouteParts): readonly Route[] {
  const { reader, authenticator, library, staging, prefix, file, blocked, blockedStore } = parts;
  const prepare = async (
    request: FastifyRequest,
    { action, paging, one }: FileRead,
  ): Promise<PreparedRead> => {
    const { access } = await admit(authenticator, request, [actionName(action)]);
    assertServed(blocked);
    const text = queryText(request);
    const query =
      paging === 'root' ? changedQuery((each) => reader.parse(each), text, rangeQuery) : text;
    return reader.prepare({ type: file, one, paging, query, access });
  };
  const filesOf = async (request: FastifyRequest, read: PreparedRead): Promise<ReadAnswer> => {
    const answer = await reader.execute(read, 'v5', whenGone(request.raw));
    return { ...answer, entries: answer.entries.map(withSignedFlag) };
  };

  const list: Route['handler'] = async (request, reply) => {
    const read = await prepare(request, { action: 'find', paging: 'root', one: null });
    const { entries } = await filesOf(request, read);
    return sendJson(reply, `[${entries.join(',')}]`);
  };

  const page: Route['handler'] = async (request, reply) => {
    const read = await prepare(request, { action: 'findPage', paging: 'nested', one: null });
    const answer = await filesOf(request, read);
    const { pagination } = read.plan;
    return sendJson(reply, pagination ? joined(listBody(answer, pagination)) : '');
  };

  const single: Route['handler'] = async (request, reply) => {
    const id = rowIdIn(request);
    // Who may not look is told so before anything else, whatever the path says.
    const one: RowKey = { by: 'id', value: String(id ?? 0) };
    const read = await prepare(request, { action: 'findOne', paging: 'none', one });
    if (id === null) throw fileNotFound();
    const [entry] = (await filesOf(request, read)).entries;
    if (entry === undefined) throw fileNotFound();
    return sendJson(reply, entry);
  };

  const remove: Route['handler'] = async (request, reply) => {
    await admit(authenticator, request, [actionName('destroy')]);
    assertServed(blocked ?? blockedStore);
    const id = rowIdIn(request);
    if (id === null) throw fileNotFound();
    const entry = await staging.use((folder) => library.remove(id, folder));
    if (entry === null) throw fileNotFound();
    return sendJson(reply, withSignedFlag(entry));
  };

  return [
    { method: 'GET', path: `${prefix}/upload/files`, handler: list },
    { method: 'GET', path: `${prefix}/upload/files/page`, handler: page },
    { method: 'GET', path: `${prefix}/upload/files/:id`, handler: single },
    { method: 'DELETE', path: `${prefix}/upload/files/:id`, handler: remove },
  ];
}

/** These routes tell of every file that its address is not signed. */
export function withSignedFlag(entry: string): string {
  return `${entry.slice(0, -1)},"isUrlSigned":false}`;
}

interface FileRead {
  readonly action: FileAction;
  readonly paging: Paging;
  readonly one: RowKey | null;
}

function fileNotFound(): AppError {
  return new AppError('NotFoundError', 'file.notFound');
}
