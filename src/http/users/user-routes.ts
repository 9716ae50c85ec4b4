// Routes of users. As in Strapi, responses have no envelope, ids are row ids, and a missing user is 204.
import { callerOf } from '../../auth/principal.ts';
import type { UserRecords } from '../../auth/user-records/user-records.ts';
import { AppError } from '../../base/errors.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { json, jsonText, noContent, type RouteResponse } from '../response/response.ts';
import type { PermissionRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../routing/row-id-param.ts';
import { userOf, usersOnly } from './account-route.ts';
import { SINGLE_USER, USER_COUNT, USER_LIST } from './user-query.ts';

interface UserRouteDependencies {
  readonly prefix: string;
  readonly reader: Reader;
  readonly records: UserRecords;
  /** The type of users. */
  readonly type: ContentType;
}

type Action = 'find' | 'findOne' | 'count' | 'me' | 'create' | 'update' | 'destroy';

/** The routes under a prefix such as `/api`. */
export function userRoutes(dependencies: UserRouteDependencies): readonly Route[] {
  const { prefix, reader, records, type } = dependencies;
  const route = (
    [method, path]: readonly [PermissionRoute['method'], string],
    action: Action,
    handler: PermissionRoute['handler'],
  ): PermissionRoute => ({
    method,
    path: `${prefix}${path}`,
    caller: 'permission',
    permissions: [`plugin::users-permissions.user.${action}`],
    handler,
  });

  return [
    route(['GET', '/users/count'], 'count', async ({ readQuery, caller, cancellation }) => {
      const { access } = caller;
      const parser = USER_COUNT;
      const counted = {
        type,
        one: null,
        paging: 'nested',
        query: readQuery,
        access,
        parser,
      } as const;
      const read = reader.prepareQuery(counted);
      const { total } = await reader.execute(read, 'v5', cancellation);
      return json(total);
    }),
    {
      ...route(['GET', '/users/me'], 'me', (request) =>
        readOne(dependencies, userOf(request).user.id, request),
      ),
      policies: [usersOnly(() => new AppError('UnauthorizedError', 'Unauthorized'))],
    },
    route(['GET', '/users'], 'find', async ({ readQuery, caller, cancellation }) => {
      const { access } = caller;
      const parser = USER_LIST;
      const listed = { type, one: null, paging: 'root', query: readQuery, access, parser } as const;
      const read = reader.prepareQuery(listed);
      const { entries } = await reader.execute(read, 'v5', cancellation);
      return jsonText(`[${entries.join(',')}]`);
    }),
    route(['GET', '/users/:id'], 'findOne', (request) =>
      readOne(dependencies, rowIdIn(request), request),
    ),
    route(['POST', '/users'], 'create', async ({ body, caller: { access, principal } }) =>
      jsonText(await records.create({ access, body, by: callerOf(principal) }), { status: 201 }),
    ),
    route(['PUT', '/users/:id'], 'update', async (request) => {
      const { body, caller } = request;
      const { access, principal } = caller;
      const by = callerOf(principal);
      return jsonText(await records.update(rowIdIn(request), { access, body, by }));
    }),
    route(['DELETE', '/users/:id'], 'destroy', async (request) => {
      const { access, principal } = request.caller;
      const by = callerOf(principal);
      return userOrNothing(await records.delete(rowIdIn(request), { access, by }));
    }),
  ];
}

/** @param id Null for an invalid id, which is reported after the query is checked */
async function readOne(
  { reader, type }: UserRouteDependencies,
  id: number | null,
  { readQuery, caller: { access }, cancellation }: RouteRequest<ContentCaller>,
): Promise<RouteResponse> {
  const one = { by: 'row', filtered: true } as const;
  const parser = SINGLE_USER;
  const read = reader.prepareQuery({ type, one, paging: 'none', query: readQuery, access, parser });
  if (id === null) return noContent();
  return userOrNothing(await reader.row(read, id, cancellation));
}

/** @param user JSON text, or null if the user does not exist or the query excludes it */
function userOrNothing(user: string | null): RouteResponse {
  return user === null ? noContent() : jsonText(user);
}
