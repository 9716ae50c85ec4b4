// In charge of the routes of users: bare objects and row ids, and nothing at all for who is not there
// (spec/auth.md section 5, "/api/users").
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { UserRecords } from '../../auth/user-records/user-records.ts';
import { AppError } from '../../base/errors.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { QueryObject } from '../../query/params.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import { admit, type Admission } from '../admission.ts';
import type { Route } from '../bind-routes.ts';
import { whenGone } from '../client-gone.ts';
import { queryText } from '../query-text.ts';
import { changedQuery } from '../range-query.ts';
import { assertServed, sendJson } from '../respond.ts';
import { rowIdIn } from '../row-id.ts';
import { countQuery, listQuery, singleQuery } from './user-query.ts';

/** What the routes stand on. */
export interface UserParts {
  readonly prefix: string;
  readonly authenticator: Authenticator;
  readonly database: Database;
  readonly reader: Reader;
  readonly records: UserRecords;
  /** The type of users. */
  readonly type: ContentType;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
}

type Action = 'find' | 'findOne' | 'count' | 'me' | 'create' | 'update' | 'destroy';

/** What answers under a prefix such as `/api`. */
export function userRoutes(parts: UserParts): readonly Route[] {
  const { prefix, authenticator, reader, records, type, blocked } = parts;
  const parse = (text: string): QueryObject => reader.parse(text);
  const enter = async (request: FastifyRequest, action: Action): Promise<Admission> => {
    const admission = await admit(authenticator, request, [
      `plugin::users-permissions.user.${action}`,
    ]);
    assertServed(blocked);
    return admission;
  };

  const list: Route['handler'] = async (request, reply) => {
    const { access } = await enter(request, 'find');
    const query = changedQuery(parse, queryText(request), listQuery);
    const read = reader.prepare({ type, one: null, paging: 'root', query, access });
    const { entries } = await reader.execute(read, 'v5', whenGone(request.raw));
    return sendJson(reply, `[${entries.join(',')}]`);
  };

  const count: Route['handler'] = async (request, reply) => {
    const { access } = await enter(request, 'count');
    const query = countQuery(reader.parse(queryText(request)));
    const read = reader.prepare({ type, one: null, paging: 'nested', query, access });
    const { total } = await reader.execute(read, 'v5', whenGone(request.raw));
    return sendJson(reply, String(total));
  };

  const me: Route['handler'] = async (request, reply) => {
    const { principal, access } = await enter(request, 'me');
    if (principal?.kind !== 'user') throw new AppError('UnauthorizedError', 'Unauthorized');
    return sendFound(reply, await readOne(parts, principal.user.id, { request, access }));
  };

  const single: Route['handler'] = async (request, reply) => {
    const { access } = await enter(request, 'findOne');
    return sendFound(reply, await readOne(parts, rowIdIn(request), { request, access }));
  };

  const create: Route['handler'] = async (request, reply) => {
    const { access } = await enter(request, 'create');
    return sendJson(reply, await records.create({ access, body: request.body }), 201);
  };

  const update: Route['handler'] = async (request, reply) => {
    const { access } = await enter(request, 'update');
    const { body } = request;
    return sendJson(reply, await records.update(rowIdIn(request), { access, body }));
  };

  const destroy: Route['handler'] = async (request, reply) => {
    const { access } = await enter(request, 'destroy');
    return sendFound(reply, await records.delete(rowIdIn(request), access));
  };

  return [
    { method: 'GET', path: `${prefix}/users/count`, handler: count },
    { method: 'GET', path: `${prefix}/users/me`, handler: me },
    { method: 'GET', path: `${prefix}/users`, handler: list },
    { method: 'GET', path: `${prefix}/users/:id`, handler: single },
    { method: 'POST', path: `${prefix}/users`, handler: create },
    { method: 'PUT', path: `${prefix}/users/:id`, handler: update },
    { method: 'DELETE', path: `${prefix}/users/:id`, handler: destroy },
  ];
}

interface Asked {
  readonly request: FastifyRequest;
  readonly access: ReadAccess;
}

/** A user as JSON text; null: there is none, or the query leaves it out. */
async function readOne(
  { reader, database, type }: UserParts,
  id: number | null,
  { request, access }: Asked,
): Promise<string | null> {
  const parse = (text: string): QueryObject => reader.parse(text);
  const query = changedQuery(parse, queryText(request), singleQuery);
  const one = { by: 'row', filtered: true } as const;
  const read = reader.prepare({ type, one, paging: 'none', query: query ?? '', access });
  if (query === null || id === null) return null;
  return database.read(reader.matching(read, id, 'v5'));
}

/** 204 for who is not there. */
function sendFound(reply: FastifyReply, user: string | null): FastifyReply {
  return user === null ? reply.code(204).send() : sendJson(reply, user);
}
