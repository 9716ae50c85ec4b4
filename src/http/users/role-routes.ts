// In charge of the routes of roles and of what they may be granted (spec/auth.md section 5, "Roles"). Queries are not
// looked at.
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Roles } from '../../auth/roles/roles.ts';
import { admit } from '../admission.ts';
import type { Route } from '../bind-routes.ts';
import { assertServed, sendJson } from '../respond.ts';
import { rowIdIn } from '../row-id.ts';

/** What the routes stand on. */
export interface RoleRouteParts {
  readonly prefix: string;
  readonly authenticator: Authenticator;
  readonly roles: Roles;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
}

/** What answers under a prefix such as `/api`. */
export function roleRoutes(parts: RoleRouteParts): readonly Route[] {
  const { prefix, authenticator, roles, blocked } = parts;
  const path = `${prefix}/users-permissions/roles`;
  const answering =
    (action: string, answer: (request: FastifyRequest) => Promise<object>): Route['handler'] =>
    async (request, reply) => {
      await admit(authenticator, request, [`plugin::users-permissions.${action}`]);
      assertServed(blocked);
      return sendJson(reply, JSON.stringify(await answer(request)));
    };

  return [
    {
      method: 'GET',
      path,
      handler: answering('role.find', async () => ({ roles: await roles.list() })),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      handler: answering('role.findOne', async (request) => ({
        role: await roles.find(rowIdIn(request)),
      })),
    },
    {
      method: 'POST',
      path,
      handler: answering('role.createRole', async ({ body }) => {
        await roles.create(body);
        return DONE;
      }),
    },
    {
      method: 'PUT',
      path: `${path}/:id`,
      handler: answering('role.updateRole', async (request) => {
        await roles.update(rowIdIn(request), request.body);
        return DONE;
      }),
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      handler: answering('role.deleteRole', async (request) => {
        await roles.remove(rowIdIn(request));
        return DONE;
      }),
    },
    {
      method: 'GET',
      path: `${prefix}/users-permissions/permissions`,
      handler: answering('permissions.getPermissions', async () => ({
        permissions: roles.actions,
      })),
    },
  ];
}

const DONE = { ok: true };
