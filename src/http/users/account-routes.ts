// Routes of end users' own accounts: registration, sign-in, passwords and email addresses.
import { AppError } from '../../base/errors.ts';
import type { AccountDependencies } from '../../auth/users/account-dependencies.ts';
import { Confirmation } from '../../auth/users/confirmation.ts';
import { logIn } from '../../auth/users/login.ts';
import { Passwords } from '../../auth/users/passwords.ts';
import { Registration } from '../../auth/users/registration.ts';
import type { QueryObject } from '../../query/params.ts';
import type { TextQuery } from '../../query/read.ts';
import {
  json,
  jsonText,
  sentAfterwards,
  TEXT_TYPE,
  type PlainResponse,
} from '../response/response.ts';
import type { ClientShare } from '../routing/client-share.ts';
import type { Route } from '../routing/route.ts';
import {
  accountRoutes,
  signedInResponse,
  userOf,
  usersOnly,
  type AccountRequest,
  type AccountRoute,
  type AccountRouteDependencies,
} from './account-route.ts';
import { deviceOf } from './device.ts';

interface OwnAccountDependencies extends AccountRouteDependencies {
  readonly accounts: AccountDependencies;
  readonly share: ClientShare;
  /** Actions without a route. */
  readonly omitted: ReadonlySet<string>;
  /** Parses a query string. @throws ValidationError */
  readonly parseQuery: (query: TextQuery) => QueryObject;
}

/** The routes under `/auth` of a prefix such as `/api`. */
export function ownAccountRoutes(dependencies: OwnAccountDependencies): readonly Route[] {
  const routes = [
    ...signInRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...confirmationRoutes(dependencies),
  ];
  return accountRoutes(
    dependencies,
    routes.filter(({ action }) => !dependencies.omitted.has(action)),
  );
}

function signInRoutes({
  accounts,
  share,
  cookie,
}: OwnAccountDependencies): readonly AccountRoute[] {
  const registration = new Registration(accounts);
  const login = async (request: AccountRequest, body: unknown) => {
    const { access } = request.caller;
    const signedIn = await logIn(accounts, { body, access, device: deviceOf(request) });
    return signedInResponse(request, signedIn, { isLogin: true, cookie });
  };
  return [
    {
      method: 'POST',
      path: '/local',
      action: 'callback',
      rateLimit: 'client',
      handler: share.limit((request) => login(request, request.body)),
    },
    // Looks like the callback of a provider, but a GET has no body and cannot sign in.
    {
      method: 'GET',
      path: '/local/callback',
      action: 'callback',
      rateLimit: null,
      handler: (request) => login(request, {}),
    },
    {
      method: 'POST',
      path: '/local/register',
      action: 'register',
      rateLimit: 'client and email',
      handler: async (request) => {
        const { body, caller } = request;
        const sent = { body, access: caller.access, device: deviceOf(request) };
        try {
          const { signedIn, sendLink } = await share.run(request.ip, () =>
            registration.register(sent),
          );
          // Other requests of the client do not wait for the email.
          await sendLink?.();
          return signedInResponse(request, signedIn, { isLogin: false, cookie });
        } catch (error) {
          logCause(request, error);
          throw error;
        }
      },
    },
  ];
}

function passwordRoutes({
  accounts,
  share,
  cookie,
}: OwnAccountDependencies): readonly AccountRoute[] {
  const passwords = new Passwords(accounts);
  return [
    {
      method: 'POST',
      path: '/change-password',
      action: 'changePassword',
      rateLimit: 'client',
      policies: [usersOnly(mustBeAuthenticated)],
      handler: share.limit(async (request) => {
        const { body, caller } = request;
        const { access } = caller;
        const signedIn = await passwords.change(userOf(request).user.id, { body, access });
        return signedInResponse(request, signedIn, { isLogin: false, cookie });
      }),
    },
    {
      method: 'POST',
      path: '/reset-password',
      action: 'resetPassword',
      rateLimit: 'client',
      handler: share.limit(async (request) => {
        const { body, caller } = request;
        const signedIn = await passwords.reset({ body, access: caller.access });
        return signedInResponse(request, signedIn, { isLogin: false, cookie });
      }),
    },
    {
      method: 'POST',
      path: '/forgot-password',
      action: 'forgotPassword',
      rateLimit: 'client and email',
      handler: share.limit(async (request) => {
        const { body, caller } = request;
        const mail = await passwords.forget({ body, access: caller.access });
        return jsonText('{"ok":true}', sendingAfterwards(request, mail));
      }),
    },
  ];
}

function mustBeAuthenticated(): AppError {
  return new AppError('ApplicationError', 'You must be authenticated to reset your password');
}

function confirmationRoutes({
  accounts,
  share,
  parseQuery,
}: OwnAccountDependencies): readonly AccountRoute[] {
  const confirmation = new Confirmation(accounts);
  return [
    {
      method: 'GET',
      path: '/email-confirmation',
      action: 'emailConfirmation',
      rateLimit: null,
      handler: async ({ query, headers }) => {
        const location = asLocation(await confirmation.confirm(parseQuery(query)));
        return redirection(location, headers['accept']);
      },
    },
    {
      method: 'POST',
      path: '/send-email-confirmation',
      action: 'sendEmailConfirmation',
      rateLimit: 'client and email',
      handler: share.limit(async (request) => {
        const { body, caller } = request;
        const { email, mail } = await confirmation.resend(body, caller.access);
        return json({ email, sent: true }, sendingAfterwards(request, mail));
      }),
    },
  ];
}

/** As in Strapi, the body is HTML unless the client asks for other types. */
async function redirection(location: string, accept: string | undefined): Promise<PlainResponse> {
  const { escapeHtml } = await import('../../base/html.ts');
  const isPage = accept === undefined || /(?:text|\*)\/(?:html|\*)/i.test(accept);
  return {
    status: 302,
    headers: { location },
    body: `Redirecting to ${isPage ? escapeHtml(location) : location}.`,
    type: isPage ? 'text/html; charset=utf-8' : TEXT_TYPE,
  };
}

function sendingAfterwards(
  { log }: AccountRequest,
  send: (() => Promise<void>) | null,
): Pick<PlainResponse, 'afterSent'> {
  return sentAfterwards(send, (error) =>
    log.error(error, 'Could not send an email about an account'),
  );
}

/** Logs the cause of an error whose details the client does not see. */
function logCause({ log }: AccountRequest, error: unknown): void {
  if (error instanceof AppError && error.cause !== undefined) log.error(error.cause);
}

/** Encodes a URL for the `Location` header; encoded parts are unchanged. */
function asLocation(address: string): string {
  const isAbsolute = /^https?:\/\//i.test(address) && URL.canParse(address);
  const url = isAbsolute ? new URL(address).href : address;
  return url.replaceAll(/[^\x21-\x7E]+/g, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
