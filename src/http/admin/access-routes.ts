// Routes for administrators who cannot sign in: invitations and forgotten passwords.
import type { AdminInvitations } from '../../auth/admin/admin-invitations.ts';
import type { AdminPasswords } from '../../auth/admin/admin-passwords.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import { showAdmin } from '../../auth/admin/admin-users.ts';
import type { QueryObject } from '../../query/params.ts';
import type { TextQuery } from '../../query/read.ts';
import { json, NO_STORE, sentAfterwards } from '../response/response.ts';
import type { ClientShare } from '../routing/client-share.ts';
import type { RateLimit } from '../routing/rate-limit.ts';
import type { PublicRoute, Route, RouteOf } from '../routing/route.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { deviceNameOf } from '../users/device.ts';
import { rateLimitKey } from './session-routes.ts';
import type { SignInResponses } from './sign-in-response.ts';

interface AccessRouteDependencies {
  readonly people: OnDemand<{
    readonly invitations: AdminInvitations;
    readonly passwords: AdminPasswords;
  }>;
  readonly responses: SignInResponses;
  /** Limits emails by recipient. */
  readonly rateLimit: RateLimit;
  readonly share: ClientShare;
  /** Parses a query string. */
  readonly parse: (query: TextQuery) => QueryObject;
}

/** The routes under `/admin`. */
export function adminAccessRoutes(dependencies: AccessRouteDependencies): readonly Route[] {
  const { people, responses, rateLimit, share, parse } = dependencies;
  const route = (
    [method, path]: readonly [RouteOf<ContentCaller>['method'], string],
    handler: PublicRoute['handler'],
  ): PublicRoute => ({ method, path, caller: 'public', handler });

  const showInvitation: PublicRoute['handler'] = async ({ query }) => {
    const { checkInvitationQuery } = await import('../../auth/admin/invitation-forms.ts');
    const token = await checkInvitationQuery(parse(query));
    const { invitations } = await people();
    const { email, firstname, lastname } = await invitations.find(token);
    return json({ data: { email, firstname, lastname } }, { headers: NO_STORE });
  };

  const register: PublicRoute['handler'] = async (request) => {
    const { checkInvitedRegistration } = await import('../../auth/admin/invitation-forms.ts');
    const { invitations } = await people();
    const form = await checkInvitedRegistration(request.body);
    const name = deviceNameOf(request.headers);
    const signedIn = await invitations.accept({ ...form, name });
    return responses.signedIn(request, signedIn, { roles: true });
  };

  const forget: PublicRoute['handler'] = async (request) => {
    const { checkForgottenPassword } = await import('../../auth/admin/invitation-forms.ts');
    const { passwords } = await people();
    const mail = await passwords.forget(await checkForgottenPassword(request.body));
    const sent = sentAfterwards(mail, (error) =>
      request.log.error(error, 'Could not send an email to an administrator'),
    );
    return { status: 204, body: null, ...sent };
  };

  const reset: PublicRoute['handler'] = async (request) => {
    const { checkPasswordReset } = await import('../../auth/admin/invitation-forms.ts');
    const { passwords } = await people();
    const form = await checkPasswordReset(request.body);
    const { admin, tokens } = await passwords.reset(form, deviceNameOf(request.headers));
    const user = showAdmin(admin, { roles: true });
    return responses.withCookie(request, tokens, { token: tokens.access, user });
  };

  return [
    route(['GET', '/admin/registration-info'], showInvitation),
    route(['POST', '/admin/register'], share.limit(register)),
    {
      ...route(['POST', '/admin/forgot-password'], share.limit(forget)),
      rateLimit: { limit: rateLimit, key: rateLimitKey },
    },
    route(['POST', '/admin/reset-password'], share.limit(reset)),
  ];
}
