// In charge of reading the media library: bare arrays and row ids, as the upload plugin has them (spec/auth.md section 6).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readAccessOf } from '../auth/principal.ts';
import { AppError } from '../base/errors.ts';
import type { Paging } from '../query/parse.ts';
import type { RowKey } from '../query/planner.ts';
import type { PreparedRead } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import { admit } from './admission.ts';
import type { ContentParts } from './content-routes.ts';
import { bindOtherMethods } from './fallback.ts';
import { queryText } from './query-text.ts';
import { listBody, sendJson } from './respond.ts';

const ACTION = 'plugin::upload.content-api';

/** Registers the routes under a prefix such as `/api`. `file` is the type of files. */
export function bindUploadRoutes(
  app: FastifyInstance,
  parts: ContentParts,
  { prefix, file }: { readonly prefix: string; readonly file: ContentType },
): void {
  const { reader, authenticator } = parts;
  const prepare = async (
    request: FastifyRequest,
    { action, paging, one }: FileRead,
  ): Promise<PreparedRead> => {
    const principal = await admit(authenticator, request, [`${ACTION}.${action}`]);
    const query = queryText(request);
    return reader.prepare({ type: file, one, paging, query, access: readAccessOf(principal) });
  };
  const entriesOf = async (
    read: PreparedRead,
  ): Promise<{ files: readonly string[]; total: number | null }> => {
    const { entries, total } = await reader.execute(read, 'v5');
    return { files: entries.map(withSignedFlag), total };
  };

  app.get(`${prefix}/upload/files`, async (request, reply) => {
    const read = await prepare(request, { action: 'find', paging: 'root', one: null });
    const { files } = await entriesOf(read);
    return sendJson(reply, `[${files.join(',')}]`);
  });

  app.get(`${prefix}/upload/files/page`, async (request, reply) => {
    const read = await prepare(request, { action: 'findPage', paging: 'nested', one: null });
    const { files, total } = await entriesOf(read);
    return sendJson(
      reply,
      read.plan.pagination ? listBody(files, read.plan.pagination, total) : '',
    );
  });

  app.get<{ Params: { id: string } }>(`${prefix}/upload/files/:id`, async (request, reply) => {
    const one: RowKey = { by: 'id', value: request.params.id };
    const read = await prepare(request, { action: 'findOne', paging: 'none', one });
    const [file] = (await entriesOf(read)).files;
    if (file === undefined) throw new AppError('NotFoundError', 'file.notFound');
    return sendJson(reply, file);
  });

  for (const path of ['files', 'files/page', 'files/:id']) {
    bindOtherMethods(app, `${prefix}/upload/${path}`, ['HEAD', 'GET']);
  }
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
