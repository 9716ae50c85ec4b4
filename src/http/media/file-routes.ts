// In charge of reading the media library: bare arrays and row ids, as the upload plugin has them (spec/auth.md section 6).
import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Paging } from '../query/parse.ts';
import type { RowKey } from '../query/planner.ts';
import type { PreparedRead } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import { admit } from './admission.ts';
import type { Route } from './bind-routes.ts';
import type { ContentParts } from './content-route.ts';
import { queryText } from './query-text.ts';
import { assertServed, listBody, sendJson } from './respond.ts';

const ACTION = 'plugin::upload.content-api';

interface UploadOptions {
  readonly prefix: string;
  /** The type of files. */
  readonly file: ContentType;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
}

/** What answers under a prefix such as `/api`. */
export function uploadRoutes(
  { reader, authenticator }: ContentParts,
  { prefix, file, blocked }: UploadOptions,
): readonly Route[] {
  const prepare = async (
    request: FastifyRequest,
    { action, paging, one }: FileRead,
  ): Promise<PreparedRead> => {
    const { access } = await admit(authenticator, request, [`${ACTION}.${action}`]);
    assertServed(blocked);
    return reader.prepare({ type: file, one, paging, query: queryText(request), access });
  };
  const entriesOf = async (
    read: PreparedRead,
  ): Promise<{ files: readonly string[]; total: number | null }> => {
    const { entries, total } = await reader.execute(read, 'v5');
    return { files: entries.map(withSignedFlag), total };
  };

  const list: Route['handler'] = async (request, reply) => {
    const read = await prepare(request, { action: 'find', paging: 'root', one: null });
    const { files } = await entriesOf(read);
    return sendJson(reply, `[${files.join(',')}]`);
  };

  const page: Route['handler'] = async (request, reply) => {
    const read = await prepare(request, { action: 'findPage', paging: 'nested', one: null });
    const { files, total } = await entriesOf(read);
    return sendJson(
      reply,
      read.plan.pagination ? listBody(files, read.plan.pagination, total) : '',
    );
  };

  const single: Route['handler'] = async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const one: RowKey = { by: 'id', value: id };
    const read = await prepare(request, { action: 'findOne', paging: 'none', one });
    const [file] = (await entriesOf(read)).files;
    if (file === undefined) throw new AppError('NotFoundError', 'file.notFound');
    return sendJson(reply, file);
  };

  return [
    { method: 'GET', path: `${prefix}/upload/files`, handler: list },
    { method: 'GET', path: `${prefix}/upload/files/page`, handler: page },
    { method: 'GET', path: `${prefix}/upload/files/:id`, handler: single },
  ];
}

interface FileRead {
  readonly action: 'find' | 'findPage' | 'findOne';
  readonly paging: Paging;
  readonly one: RowKey | null;
}

/** These routes tell of every file that its address is not signed. */
function withSignedFlag(entry: string): string {
  return `${entry.slice(0, -1)},"isUrlSigned":false}`;
}
