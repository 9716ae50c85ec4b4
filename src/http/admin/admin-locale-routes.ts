// In charge of the calls that administer locales (spec/auth.md section 7). The answers are not wrapped.
import type { FastifyReply } from 'fastify';
import type { AdminAuthenticator } from '../../auth/admin/admin-authenticator.ts';
import { toIso } from '../../base/iso-time.ts';
import type { Locales, StoredLocale } from '../../documents/locales.ts';
import type { Route } from '../bind-routes.ts';
import { assertServed, sendJson } from '../respond.ts';
import { rowIdIn } from '../row-id.ts';
import { admitAdmin } from './admit-admin.ts';

export interface AdminLocaleRouteParts {
  readonly authenticator: AdminAuthenticator;
  readonly locales: Locales;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
}

const ACTION = 'plugin::i18n.locale';

/** What answers under `/i18n`. */
export function adminLocaleRoutes(parts: AdminLocaleRouteParts): readonly Route[] {
  const { authenticator, locales, blocked } = parts;

  const send = (reply: FastifyReply, locale: StoredLocale): FastifyReply =>
    sendJson(reply, JSON.stringify(show(locales, locale)));

  const isoList: Route['handler'] = async (request, reply) => {
    await admitAdmin(authenticator, request, `${ACTION}.read`);
    assertServed(blocked);
    const { isoLocales } = await import('../../base/iso-locales.ts');
    return sendJson(reply, JSON.stringify(isoLocales()));
  };

  const list: Route['handler'] = async (request, reply) => {
    await admitAdmin(authenticator, request, null);
    assertServed(blocked);
    const all = await locales.list();
    return sendJson(reply, JSON.stringify(all.map((locale) => show(locales, locale))));
  };

  const create: Route['handler'] = async (request, reply) => {
    const { admin } = await admitAdmin(authenticator, request, `${ACTION}.create`);
    assertServed(blocked);
    const { checkNewLocale } = await import('./locale-form.ts');
    return send(reply, await locales.add(await checkNewLocale(request.body), admin.id));
  };

  const update: Route['handler'] = async (request, reply) => {
    const { admin } = await admitAdmin(authenticator, request, `${ACTION}.update`);
    assertServed(blocked);
    const { checkLocaleChange } = await import('./locale-form.ts');
    const change = await checkLocaleChange(request.body);
    return send(reply, await locales.change(rowIdIn(request) ?? 0, change, admin.id));
  };

  const remove: Route['handler'] = async (request, reply) => {
    await admitAdmin(authenticator, request, `${ACTION}.delete`);
    assertServed(blocked);
    const { removed } = await locales.remove(rowIdIn(request) ?? 0);
    return send(reply, removed);
  };

  return [
    { method: 'GET', path: '/i18n/iso-locales', handler: isoList },
    { method: 'GET', path: '/i18n/locales', handler: list },
    { method: 'POST', path: '/i18n/locales', handler: create },
    { method: 'PUT', path: '/i18n/locales/:id', handler: update },
    { method: 'DELETE', path: '/i18n/locales/:id', handler: remove },
  ];
}

function show(locales: Locales, locale: StoredLocale): object {
  const { createdAt, updatedAt, publishedAt, ...shown } = locale;
  return {
    ...shown,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    publishedAt: toIso(publishedAt),
    isDefault: locales.isDefault(locale),
  };
}
