// In charge of the routes of end users' own accounts: making one, signing in, passwords and addresses (spec/auth.md
// section 5).
import { AppError } from '../../base/errors.ts';
import type { AccountParts } from '../../auth/users/account-parts.ts';
import { Confirmation } from '../../auth/users/confirmation.ts';
import { logIn } from '../../auth/users/login.ts';
import { Passwords } from '../../auth/users/passwords.ts';
import { Registration } from '../../auth/users/registration.ts';
import type { QueryObject } from '../../query/params.ts';
import type { Route } from '../bind-routes.ts';
import { queryText } from '../query-text.ts';
import { sendJson } from '../respond.ts';
import {
  accountRoutes,
  sendSignedIn,
  type AccountRoute,
  type AccountRouteParts,
  type Exchange,
} from './account-route.ts';
import { deviceOf } from './device.ts';

/** What the handlers stand on. */
export interface AccountHandlers extends AccountRouteParts {
  readonly accounts: AccountParts;
  /** Parses what stands behind a `?`. @throws ValidationError */
  readonly parseQuery: (text: string) => QueryObject;
}

/** What answers under `/auth` of a prefix such as `/api`. */
export function ownAccountRoutes(parts: AccountHandlers): readonly Route[] {
  return accountRoutes(parts, [
    ...signInRoutes(parts),
    ...passwordRoutes(parts),
    ...mailRoutes(parts),
  ]);
}

function signInRoutes(parts: AccountHandlers): readonly AccountRoute[] {
  const registration = new Registration(parts.accounts);
  const login =
    (bodyOf: (exchange: Exchange) => unknown): AccountRoute['answer'] =>
    async (exchange) => {
      const { request, admission } = exchange;
      const { access } = admission;
      const device = deviceOf(request);
      const signedIn = await logIn(parts.accounts, { body: bodyOf(exchange), access, device });
      return sendSignedIn(parts, exchange, { signedIn, isLogin: true });
    };
  return [
    {
      method: 'POST',
      path: '/local',
      action: 'callback',
      limited: 'together',
      answer: login(({ request }) => request.body),
    },
    // As the address of every provider; of a GET there is no body, so that nobody gets in by it.
    {
      method: 'GET',
      path: '/local/callback',
      action: 'callback',
      limited: 'no',
      answer: login(() => ({})),
    },
    {
      method: 'POST',
      path: '/local/register',
      action: 'register',
      limited: 'by email',
      answer: async (exchange) => {
        const { request, admission } = exchange;
        const { access } = admission;
        const sent = { body: request.body, access, device: deviceOf(request) };
        const signedIn = await registration.register(sent).catch((error: unknown) => {
          logCause(exchange, error);
          throw error;
        });
        return sendSignedIn(parts, exchange, { signedIn, isLogin: false });
      },
    },
  ];
}

function passwordRoutes(parts: AccountHandlers): readonly AccountRoute[] {
  const passwords = new Passwords(parts.accounts);
  return [
    {
      method: 'POST',
      path: '/change-password',
      action: 'changePassword',
      limited: 'together',
      answer: async (exchange) => {
        const { principal, access } = exchange.admission;
        if (principal?.kind !== 'user') {
          throw new AppError(
            'ApplicationError',
            'You must be authenticated to reset your password',
          );
        }
        const { body } = exchange.request;
        const signedIn = await passwords.change(principal.user.id, { body, access });
        return sendSignedIn(parts, exchange, { signedIn, isLogin: false });
      },
    },
    {
      method: 'POST',
      path: '/reset-password',
      action: 'resetPassword',
      limited: 'together',
      answer: async (exchange) => {
        const { body } = exchange.request;
        const { access } = exchange.admission;
        const signedIn = await passwords.reset({ body, access });
        return sendSignedIn(parts, exchange, { signedIn, isLogin: false });
      },
    },
    {
      method: 'POST',
      path: '/forgot-password',
      action: 'forgotPassword',
      limited: 'by email',
      answer: async (exchange) => {
        const { body } = exchange.request;
        const { access } = exchange.admission;
        afterAnswer(exchange, await passwords.forget({ body, access }));
        return sendJson(exchange.reply, '{"ok":true}');
      },
    },
  ];
}

function mailRoutes(parts: AccountHandlers): readonly AccountRoute[] {
  const confirmation = new Confirmation(parts.accounts);
  return [
    {
      method: 'GET',
      path: '/email-confirmation',
      action: 'emailConfirmation',
      limited: 'no',
      answer: async ({ request, reply }) => {
        const page = asLocation(await confirmation.confirm(parts.parseQuery(queryText(request))));
        const type = 'text/plain; charset=utf-8';
        return reply
          .code(302)
          .headers({ location: page, 'content-type': type })
          .send(`Redirecting to ${page}.`);
      },
    },
    {
      method: 'POST',
      path: '/send-email-confirmation',
      action: 'sendEmailConfirmation',
      limited: 'by email',
      answer: async (exchange) => {
        const { request, reply, admission } = exchange;
        const { email, mail } = await confirmation.askAgain(request.body, admission.access);
        afterAnswer(exchange, mail);
        return sendJson(reply, JSON.stringify({ email, sent: true }));
      },
    },
  ];
}

/** Begins what is not waited for when the answer is on its way, so that its time tells nothing. What fails is logged. */
function afterAnswer({ request, reply }: Exchange, work: (() => Promise<void>) | null): void {
  if (work === null) return;
  reply.raw.once('close', () => {
    work().catch((error: unknown) =>
      request.log.error(error, 'A mail about an account was not sent'),
    );
  });
}

/** Why something went wrong that a client is told no more about. */
function logCause({ request }: Exchange, error: unknown): void {
  if (error instanceof AppError && error.cause !== undefined) request.log.error(error.cause);
}

/** An address as a head can hold it; what is encoded in it stays so. */
function asLocation(address: string): string {
  return address.replaceAll(/[^\x21-\x7E]+/g, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
