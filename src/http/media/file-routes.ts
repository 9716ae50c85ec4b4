// Routes that read and delete files of the media library. As in Strapi, responses have no envelope and ids are row
// ids.
import { callerOf } from '../../auth/principal.ts';
import { AppError } from '../../base/errors.ts';
import type { ContentLibrary } from '../../media/file-overrides.ts';
import type { Staging } from '../../media/staging.ts';
import { listBody, type ReadResult } from '../../query/response-body.ts';
import { joinTexts } from '../../query/body.ts';
import type { Paging } from '../../query/parse.ts';
import type { RowKey } from '../../query/planner.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { jsonText } from '../response/response.ts';
import type { BodyLimits } from '../body/request-bodies.ts';
import type { PermissionRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../routing/row-id-param.ts';

export interface MediaRouteDependencies {
  readonly reader: Reader;
  readonly library: ContentLibrary;
  readonly staging: Staging;
  readonly bodies: BodyLimits;
  /** Path prefix, such as `/api`. */
  readonly prefix: string;
  /** The type of files. */
  readonly file: ContentType;
}

/** The action of a route in permissions. */
type FileAction = 'find' | 'findPage' | 'findOne' | 'upload' | 'destroy';

/** Creates a route of the upload plugin. */
export function fileRoute(
  action: FileAction,
  route: Pick<PermissionRoute, 'method' | 'path' | 'body' | 'handler'>,
): Route {
  const permissions = [`plugin::upload.content-api.${action}`];
  return { caller: 'permission', permissions, ...route };
}

/** Returns the routes that read and delete files. */
export function fileRoutes(dependencies: MediaRouteDependencies): readonly Route[] {
  const { reader, library, staging, prefix, file } = dependencies;
  const prepare = (
    { readQuery, caller }: RouteRequest<ContentCaller>,
    paging: Paging,
    one: RowKey | null,
  ): PreparedRead =>
    reader.prepareQuery({ type: file, one, paging, query: readQuery, access: caller.access });
  const execute = async (
    { cancellation }: RouteRequest,
    read: PreparedRead,
  ): Promise<ReadResult> => {
    const result = await reader.execute(read, 'v5', cancellation);
    return { ...result, entries: result.entries.map(withSignedFlag) };
  };

  return [
    fileRoute('find', {
      method: 'GET',
      path: `${prefix}/upload/files`,
      handler: async (request) => {
        const { entries } = await execute(request, prepare(request, 'root', null));
        return jsonText(`[${entries.join(',')}]`);
      },
    }),
    fileRoute('findPage', {
      method: 'GET',
      path: `${prefix}/upload/files/page`,
      handler: async (request) => {
        const read = prepare(request, 'nested', null);
        const result = await execute(request, read);
        const { pagination } = read.plan;
        return jsonText(pagination ? joinTexts(listBody(result, pagination)) : '');
      },
    }),
    fileRoute('findOne', {
      method: 'GET',
      path: `${prefix}/upload/files/:id`,
      handler: async (request) => {
        const id = rowIdIn(request);
        // Errors in the query are reported first, whatever the path is.
        const read = prepare(request, 'none', { by: 'id', value: String(id ?? 0) });
        if (id === null) throw fileNotFound();
        const [entry] = (await execute(request, read)).entries;
        if (entry === undefined) throw fileNotFound();
        return jsonText(entry);
      },
    }),
    fileRoute('destroy', {
      method: 'DELETE',
      path: `${prefix}/upload/files/:id`,
      handler: async (request) => {
        const id = rowIdIn(request);
        if (id === null) throw fileNotFound();
        const by = callerOf(request.caller.principal);
        const entry = await staging.use((folder) => library.remove(id, by, folder));
        if (entry === null) throw fileNotFound();
        return jsonText(withSignedFlag(entry));
      },
    }),
  ];
}

/** These routes add `isUrlSigned: false` to every file. */
export function withSignedFlag(entry: string): string {
  return `${entry.slice(0, -1)},"isUrlSigned":false}`;
}

function fileNotFound(): AppError {
  return new AppError('NotFoundError', 'file.notFound');
}
