// Requests of administrators to the admin API, and the reads that show their results. Ids are kept by name.
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Send, SentRequest } from './sites.ts';

const ENTRIES = '/content-manager/collection-types';
const ARTICLES = `${ENTRIES}/api::article.article`;
const EXPLORER = 'plugin::content-manager.explorer';
const PASSWORD = 'Passw0rd!';

/** Administrators by their tokens. */
export interface Administration {
  readonly superAdmin: string;
  /** May see titles and summaries of their own English articles. */
  readonly author: string;
  /** Token of the kind `admin` with which a script reads authors. */
  readonly script: string;
  /** Row ids and documentIds by name. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Registers administrators, and sends the requests of the panel's journeys. */
export async function administrate(sender: (token: string) => Send): Promise<Administration> {
  const ids = new Map<string, string>();
  const dataOf = async (send: Send, request: SentRequest): Promise<Record<string, unknown>> => {
    const { status, body } = await send(request);
    expect(status, `${request.path} ${JSON.stringify(body)}`).toBeLessThan(300);
    const { data } = (body ?? {}) as { readonly data?: Record<string, unknown> };
    return data ?? (body as Record<string, unknown>);
  };
  const json = (method: 'POST' | 'PUT', path: string, body: object): SentRequest => ({
    method,
    path,
    body: JSON.stringify(body),
  });
  const account = { email: 'ada@example.com', firstname: 'Ada', password: PASSWORD };
  const first = await dataOf(sender('none'), json('POST', '/admin/register-admin', account));
  const superAdmin = String(first['token']);
  const send = sender(superAdmin);
  const make = async (name: string, path: string, body: object): Promise<string> => {
    const { documentId, id } = await dataOf(send, json('POST', path, body));
    ids.set(`${name} row`, String(id));
    ids.set(name, String(documentId ?? id));
    return ids.get(name) ?? '';
  };
  const act = (path: string, body: object = {}): Promise<unknown> =>
    dataOf(send, json('POST', path, body));
  const change = (path: string, body: object): Promise<unknown> =>
    dataOf(send, json('PUT', path, body));
  const connect = (...documentIds: readonly string[]): object => ({
    connect: documentIds.map((documentId) => ({ documentId })),
  });

  await act('/i18n/locales', { code: 'fr', name: 'French', isDefault: false });
  const ines = await make('ines', `${ENTRIES}/api::author.author`, { name: 'Ines' });
  const tags = [
    await make('red', `${ENTRIES}/api::tag.tag`, { name: 'red' }),
    await make('blue', `${ENTRIES}/api::tag.tag`, { name: 'blue' }),
  ];
  const one = await make('one', ARTICLES, {
    title: 'One',
    author: connect(ines),
    tags: connect(...tags),
    seo: { metaTitle: 'T', links: [{ label: 'l', href: 'https://one.example' }] },
    sections: [{ __component: 'sections.hero', heading: 'H' }],
  });
  await act(`${ARTICLES}/${one}/actions/publish`);
  await change(`${ARTICLES}/${one}`, {
    title: 'One changed',
    tags: { disconnect: [{ documentId: tags[0] }] },
  });
  await change(`${ARTICLES}/${one}?locale=fr`, { title: 'Un' });
  await act(`${ARTICLES}/${one}/actions/publish?locale=fr`);
  const two = await make('two', ARTICLES, { title: 'Two', related: connect(one) });
  await act(`${ARTICLES}/${two}/actions/publish`);
  await act(`${ARTICLES}/${two}/actions/unpublish`);
  const copy = await dataOf(send, json('POST', `${ARTICLES}/clone/${one}`, { title: 'Copy' }));
  ids.set('copy', String(copy['documentId']));
  const gone = await make('gone', ARTICLES, { title: 'Gone' });
  await dataOf(send, { method: 'DELETE', path: `${ARTICLES}/${gone}` });
  await act(`${ARTICLES}/actions/bulkPublish`, { documentIds: [ids.get('copy')] });
  await change('/content-manager/single-types/api::setting.setting', { siteName: 'Both' });

  await make('folder', '/upload/folders', { name: 'Pictures' });
  const picture = await upload(send, Number(ids.get('folder row')));
  await change(`${ARTICLES}/${two}`, { cover: { id: picture } });

  const authors = 'api::author.author';
  const read = { action: `${EXPLORER}.read`, subject: authors, properties: { fields: ['name'] } };
  await make('role', '/admin/roles', { name: 'Own articles', description: '' });
  const own = {
    subject: 'api::article.article',
    properties: { fields: ['title', 'summary'], locales: ['en'] },
    conditions: ['admin::is-creator'],
  };
  await change(`/admin/roles/${ids.get('role row')}/permissions`, {
    permissions: [
      { action: `${EXPLORER}.read`, ...own },
      { action: `${EXPLORER}.create`, ...own, conditions: [] },
    ],
  });
  const invited = await dataOf(
    send,
    json('POST', '/admin/users', {
      email: 'theo@example.com',
      firstname: 'Theo',
      roles: [Number(ids.get('role row'))],
    }),
  );
  const { registrationToken } = invited;
  const userInfo = { firstname: 'Theo', password: PASSWORD };
  const registered = await dataOf(
    sender('none'),
    json('POST', '/admin/register', { registrationToken, userInfo }),
  );
  const author = String(registered['token']);
  const mine = await dataOf(sender(author), json('POST', ARTICLES, { title: 'Mine', views: 5 }));
  ids.set('mine', String(mine['documentId']));
  const token = await dataOf(
    send,
    json('POST', '/admin/admin-tokens', { name: 'script', adminPermissions: [read] }),
  );
  const view = `/content-manager/content-types/${authors}/configuration`;
  const layouts = { list: ['id', 'email'], edit: [[{ name: 'bio', size: 12 }]] };
  await change(view, { layouts });
  await act('/admin/webhooks', {
    name: 'hook',
    url: 'https://hook.example.com',
    headers: { a: 'b' },
    events: ['entry.publish'],
  });
  return { superAdmin, author, script: String(token['accessKey']), ids };
}

async function upload(send: Send, folder: number): Promise<number> {
  const background = { width: 600, height: 400, channels: 3, background: '#993366' } as const;
  const image = await sharp({ create: background }).png().toBuffer();
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'red.png');
  form.append('fileInfo', JSON.stringify({ name: 'red.png', alternativeText: 'red', folder }));
  const encoded = new Response(form);
  const { status, body } = await send({
    method: 'POST',
    path: '/upload',
    body: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  });
  expect(status).toBe(201);
  const [file] = body as readonly { readonly id: number }[];
  return file?.id ?? 0;
}

/** Reads of the administration by a super admin. */
export function bossReads(ids: Administration['ids']): readonly string[] {
  const article = (name: string): string => `${ARTICLES}/${ids.get(name) ?? ''}`;
  return [
    `${ARTICLES}?sort=title`,
    `${ARTICLES}?sort=title&locale=fr`,
    `${ARTICLES}?sort=title&status=published`,
    ...['one', 'two', 'copy', 'mine'].map(article),
    `${article('one')}?status=published`,
    `${article('one')}?locale=fr`,
    ...['author', 'tags', 'related'].map(
      (field) => `/content-manager/relations/api::article.article/${ids.get('one')}/${field}`,
    ),
    '/content-manager/single-types/api::setting.setting',
    '/content-manager/content-types/api::author.author/configuration',
    '/admin/users?sort=email',
    '/admin/users/me',
    '/admin/roles?sort=name',
    `/admin/roles/${ids.get('role row')}/permissions`,
    '/admin/admin-tokens',
    '/admin/webhooks',
    '/upload/files?sort=name',
    '/upload/folders?sort=name',
    '/i18n/locales',
  ];
}

/** Reads by an author. */
export function authorReads(ids: Administration['ids']): readonly string[] {
  return [
    `${ARTICLES}?sort=title`,
    `${ARTICLES}/${ids.get('mine') ?? ''}`,
    `${ARTICLES}/${ids.get('one') ?? ''}`,
    '/admin/users/me/permissions',
    '/admin/users',
  ];
}

/** Reads by a script with a token. */
export const scriptReads: readonly string[] = [
  `${ENTRIES}/api::author.author?sort=name`,
  `${ARTICLES}?sort=title`,
];
