// Random requests to every route: method, path, query, headers, body and caller.
import { BodyGrammar } from './body-grammar.mjs';
import { encoded, QueryGrammar } from './query-grammar.mjs';
import { chance, UNUSUAL_VALUES, pick } from './vocabulary.mjs';

/** @typedef {import('../seeds/random.mjs').Random} Random */
/** @typedef {import('./vocabulary.mjs').Vocabulary} Vocabulary */

/** @typedef {'token' | 'administrator' | 'user' | 'public' | 'invalid'} Caller */
/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: Buffer | null, caller: Caller }} SoakRequest */

/** Path with `:id`, methods, and keys of the body. @typedef {readonly [path: string, methods: string, keys?: string]} Route */

/** Routes in addition to those of content-types. @type {readonly Route[]} */
const ROUTES = [
  ['/_health', 'GET HEAD'],
  ['/', 'GET'],
  ['/uploads/:id', 'GET'],
  ['/api/upload', 'POST', 'upload'],
  ['/api/upload?id=:id', 'POST', 'upload'],
  ['/api/upload/files', 'GET'],
  ['/api/upload/files/page', 'GET'],
  ['/api/upload/files/:id', 'GET DELETE'],
  ['/api/i18n/locales', 'GET'],
  ['/api/users', 'GET POST', 'username email password role confirmed blocked provider'],
  ['/api/users/me', 'GET'],
  ['/api/users/count', 'GET'],
  ['/api/users/:id', 'GET PUT DELETE', 'username email password role confirmed blocked'],
  ['/api/auth/local', 'POST', 'identifier password'],
  ['/api/auth/local/register', 'POST', 'username email password'],
  ['/api/auth/forgot-password', 'POST', 'email'],
  ['/api/auth/reset-password', 'POST', 'code password passwordConfirmation'],
  ['/api/auth/change-password', 'POST', 'currentPassword password passwordConfirmation'],
  ['/api/auth/send-email-confirmation', 'POST', 'email'],
  ['/api/auth/email-confirmation?confirmation=:id', 'GET'],
  ['/api/auth/refresh', 'POST', 'refreshToken'],
  ['/api/auth/logout', 'POST', 'deviceId'],
  ['/api/auth/sessions', 'GET'],
  ['/api/auth/sessions/:id', 'DELETE'],
  ['/api/auth/:id/callback', 'GET'],
  ['/api/connect/github', 'GET'],
  ['/api/connect/:id/callback', 'GET'],
  ['/api/users-permissions/permissions', 'GET'],
  ['/api/users-permissions/roles', 'GET POST', 'name description permissions users'],
  ['/api/users-permissions/roles/:id', 'GET PUT DELETE', 'name description permissions users'],
  ['/api/content-type-builder/content-types', 'GET'],
  ['/api/content-type-builder/content-types/:id', 'GET'],
  ['/api/content-type-builder/components', 'GET'],
  ['/api/content-type-builder/components/:id', 'GET'],
  ['/api/email', 'POST', 'to from subject text html'],
  ['/admin/init', 'GET'],
  ['/admin/register-admin', 'POST', 'email password firstname lastname'],
  ['/admin/login', 'POST', 'email password deviceId rememberMe'],
  ['/admin/access-token', 'POST', 'refreshToken'],
  ['/admin/users/me', 'GET'],
  ['/admin/api-tokens', 'GET POST', 'name description type permissions lifespan'],
  ['/admin/api-tokens/:id', 'GET PUT DELETE', 'name description type permissions'],
  ['/admin/api-tokens/:id/regenerate', 'POST', 'name'],
  ['/i18n/iso-locales', 'GET'],
  ['/i18n/locales', 'GET POST', 'code name isDefault'],
  ['/i18n/locales/:id', 'PUT DELETE', 'name isDefault'],
  ['/upload/settings', 'GET PUT', 'sizeOptimization responsiveDimensions autoOrientation'],
  ['/users-permissions/advanced', 'GET'],
  ['/users-permissions/providers', 'GET PUT', 'providers'],
  ['/users-permissions/email-templates', 'GET PUT', 'email-templates'],
  ['/content-manager/init', 'GET'],
  ['/content-manager/collection-types/api::sample.sample', 'GET POST', 'title code text amount'],
  ['/content-manager/collection-types/api::sample.sample/:id', 'GET PUT', 'title friends parent'],
  ['/content-manager/collection-types/api::article.article/:id', 'GET PUT DELETE', 'title author'],
  ['/content-manager/collection-types/api::article.article/:id/actions/publish', 'POST', 'title'],
  [
    '/content-manager/collection-types/api::article.article/actions/bulkPublish',
    'POST',
    'documentIds',
  ],
  ['/content-manager/collection-types/:id', 'GET'],
  ['/content-manager/relations/api::sample.sample/friends', 'GET'],
  ['/content-manager/relations/api::sample.sample/:id/friends', 'GET'],
  ['/content-manager/relations/:id/:id', 'GET'],
  ['/content-manager/uid/generate', 'POST', 'contentTypeUID field data'],
  ['/content-manager/uid/check-availability', 'POST', 'contentTypeUID field value'],
  ['/content-manager/content-types/:id/configuration', 'GET PUT', 'settings metadatas layouts'],
  ['/upload/files', 'GET'],
  ['/upload/files/:id', 'GET'],
  ['/upload/folders', 'GET POST', 'name parent'],
  ['/upload/folders/:id', 'GET PUT', 'name parent'],
  ['/upload/actions/bulk-move', 'POST', 'fileIds folderIds destinationFolderId'],
  ['/content-type-builder/content-types/:id', 'GET'],
  ['/admin/quoin/bootstrap', 'GET'],
  ['/admin/quoin/types/plan', 'POST', 'contentTypes components data'],
  ['/admin/users', 'GET'],
  ['/admin/users/:id', 'GET'],
  ['/admin/roles', 'GET'],
  ['/admin/webhooks', 'GET POST', 'name url headers events'],
  ['/api/:id', 'GET POST PUT'],
];

/** The run needs the first roles, tokens and locales, so requests to these routes use higher ids. */
const FIRST_FREE = 4;
const PROTECTED = /\/(roles|api-tokens|locales)\//;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'];

/** @type {readonly Caller[]} */
const CALLERS = [
  'token',
  'token',
  'token',
  'token',
  'token',
  'token',
  'token',
  'public',
  'public',
  'user',
  'administrator',
  'invalid',
];

/** Headers that servers interpret, with valid and invalid values. @type {Readonly<Record<string, readonly string[]>>} */
const HEADERS = {
  'strapi-response-format': ['v4', 'v5', ''],
  'if-none-match': ['*', '"x"', 'W/"x"', ','],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  range: ['bytes=0-', 'bytes=5-1', 'bytes=-99999', 'x'],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', '*;q=0', 'q'.repeat(500)],
  accept: ['text/html', 'application/json;q=x', ''],
  cookie: ['a=b', 'jwt=x; refreshToken=y', '=;;;', `a=${'c'.repeat(4000)}`],
  origin: ['null', 'http://example.com', 'x'],
  'x-forwarded-for': ['1.2.3.4', 'x', '::1, 2.3.4.5'],
  'x-forwarded-proto': ['https', 'x'],
  'content-encoding': ['gzip', 'nope'],
  'x-http-method-override': ['DELETE'],
  'access-control-request-method': ['PUT', 'x'],
};

export class RequestGrammar {
  #random;
  #vocabulary;
  #queries;
  #bodies;

  /** @param {Random} random @param {Vocabulary} vocabulary */
  constructor(random, vocabulary) {
    this.#random = random;
    this.#vocabulary = vocabulary;
    this.#queries = new QueryGrammar(random, vocabulary);
    this.#bodies = new BodyGrammar(random, vocabulary);
  }

  /** @returns {SoakRequest} */
  next() {
    const random = this.#random;
    const request = chance(random, 0.75) ? this.#content() : this.#other();
    if (chance(random, 0.03)) request.method = pick(random, METHODS);
    if (chance(random, 0.01))
      request.path += pick(random, ['/', '//', '/..', '%2e%2e', '/%zz', ';a']);
    if (chance(random, 0.1)) {
      const [name, values] = pick(random, Object.entries(HEADERS));
      request.headers[name] = pick(random, values);
    }
    return request;
  }

  /** @returns {SoakRequest} */
  #content() {
    const random = this.#random;
    const type = pick(random, this.#vocabulary.types);
    const isList = type.isSingle || chance(random, 0.5);
    const path = `/api/${type.path}${isList ? '' : `/${this.#id()}`}`;
    const methods = type.isSingle
      ? 'GET GET PUT DELETE'
      : isList
        ? 'GET GET POST'
        : 'GET GET PUT PUT DELETE';
    const action = chance(random, 0.05)
      ? pick(random, ['/actions/publish', '/actions/discard', '/publish'])
      : '';
    const method = action === '' ? pick(random, methods.split(' ')) : 'POST';
    const query = this.#queries.query(type);
    const body = ['POST', 'PUT'].includes(method) ? this.#bodies.document(type) : null;
    return this.#request(method, `${path}${action}${query && `?${query}`}`, body);
  }

  /** @returns {SoakRequest} */
  #other() {
    const random = this.#random;
    const [pattern, methods, keys = ''] = pick(random, ROUTES);
    const id = PROTECTED.test(pattern) ? String(FIRST_FREE + random.below(20)) : this.#id();
    const path = pattern.replace(':id', id);
    const method = pick(random, methods.split(' '));
    const hasBody = ['POST', 'PUT'].includes(method);
    const body = !hasBody
      ? null
      : keys === 'upload'
        ? this.#bodies.upload()
        : this.#bodies.form(keys.split(' '));
    const query = chance(random, 0.4) ? this.#queries.query(FILE) : '';
    const separator = path.includes('?') ? '&' : '?';
    return this.#request(method, query ? `${path}${separator}${query}` : path, body);
  }

  #id() {
    const random = this.#random;
    const { ids } = this.#vocabulary;
    const isExisting = ids.length > 0 && chance(random, 0.7);
    const id = isExisting
      ? pick(random, ids)
      : chance(random, 0.5)
        ? String(random.below(40))
        : pick(random, UNUSUAL_VALUES);
    return encoded(id);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {import('./body-grammar.mjs').Body | null} body
   * @returns {SoakRequest}
   */
  #request(method, path, body) {
    const headers = body === null ? {} : { 'content-type': body.type };
    const isAdminRoute = !path.startsWith('/api/') && chance(this.#random, 0.7);
    const caller = isAdminRoute ? 'administrator' : pick(this.#random, CALLERS);
    return { method, path, headers, body: body?.bytes ?? null, caller };
  }
}

/** Attributes that occur in queries of lists of files and users. */
const FILE = {
  attributes: {
    name: { type: 'string' },
    size: { type: 'float' },
    mime: { type: 'string' },
    username: { type: 'string' },
    role: { type: 'relation', target: 'plugin::users-permissions.role' },
  },
};
