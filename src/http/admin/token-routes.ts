// In charge of the calls that administer API tokens (spec/auth.md section 4, "Admin API for tokens").
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminAuthenticator } from '../../auth/admin/admin-authenticator.ts';
import type { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import { showToken } from '../../auth/api-tokens/show-token.ts';
import { AppError } from '../../base/errors.ts';
import type { Route } from '../bind-routes.ts';
import { sendJson } from '../respond.ts';
import { rowIdIn } from '../row-id.ts';
import { admitAdmin } from './admit-admin.ts';

export interface TokenRouteParts {
  readonly authenticator: AdminAuthenticator;
  readonly tokens: ApiTokens;
  /** Waits until the uses of tokens so far are noted. */
  readonly usesNoted: () => Promise<void>;
}

const PATH = '/admin/api-tokens';

/** What answers under `/admin/api-tokens`. */
export function tokenRoutes(parts: TokenRouteParts): readonly Route[] {
  const { authenticator, tokens } = parts;
  const may = async (request: FastifyRequest, action: string): Promise<void> => {
    await admitAdmin(authenticator, request, `admin::api-tokens.${action}`);
    await parts.usesNoted();
  };

  const create: Route['handler'] = async (request, reply) => {
    await may(request, 'create');
    const { checkNewToken } = await import('../../auth/api-tokens/token-form.ts');
    const { token, plain } = await tokens.create(await checkNewToken(request.body));
    return sendData(reply, showToken(token, plain), 201);
  };

  const list: Route['handler'] = async (request, reply) => {
    await may(request, 'read');
    return sendData(
      reply,
      (await tokens.list()).map((token) => showToken(token)),
    );
  };

  const single: Route['handler'] = async (request, reply) => {
    await may(request, 'read');
    const token = await tokens.find(idOf(request));
    if (!token) throw unknown();
    return sendData(reply, showToken(token, tokens.plainKey(token)));
  };

  const update: Route['handler'] = async (request, reply) => {
    await may(request, 'update');
    const { checkTokenUpdate } = await import('../../auth/api-tokens/token-form.ts');
    const wanted = await checkTokenUpdate(request.body);
    return sendData(reply, showToken(await tokens.update(idOf(request), wanted)));
  };

  const regenerate: Route['handler'] = async (request, reply) => {
    await may(request, 'regenerate');
    const { token, plain } = await tokens.regenerate(idOf(request));
    return sendData(reply, { id: token.id, accessKey: plain, kind: token.kind }, 201);
  };

  const remove: Route['handler'] = async (request, reply) => {
    await may(request, 'delete');
    const removed = await tokens.remove(idOf(request));
    return sendData(reply, removed && showToken(removed));
  };

  return [
    { method: 'POST', path: PATH, handler: create },
    { method: 'GET', path: PATH, handler: list },
    { method: 'GET', path: `${PATH}/:id`, handler: single },
    { method: 'PUT', path: `${PATH}/:id`, handler: update },
    { method: 'POST', path: `${PATH}/:id/regenerate`, handler: regenerate },
    { method: 'DELETE', path: `${PATH}/:id`, handler: remove },
  ];
}

/** The id in the path; 0, which no row has, for what is none. */
function idOf(request: FastifyRequest): number {
  return rowIdIn(request) ?? 0;
}

function sendData(reply: FastifyReply, data: unknown, status = 200): FastifyReply {
  // Some of these answers carry the plain token.
  return sendJson(reply.header('cache-control', 'no-store'), JSON.stringify({ data }), status);
}

function unknown(): AppError {
  return new AppError('NotFoundError', 'API Token not found');
}
