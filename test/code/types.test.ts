// Types that ship with Quoin: the compiler checks project code against them, without Strapi.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { generate } from '../../src/cli/generate.ts';
import { types } from '../../src/cli/types.ts';
import { makeProject } from '../support/project-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

const CONTROLLER = `
import { factories, type Core, type Data } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';

interface Priced { price: number }

export default factories.createCoreController('api::book.book', ({ strapi }) => ({
  async find(ctx) {
    ctx.query = { ...ctx.query, locale: 'en' };
    const { data, meta } = await super.find(ctx);
    return { data, meta: { ...meta, own: this.total(data) } };
  },
  async one(ctx: Context) {
    const book = await strapi.documents('api::book.book').findFirst({ filters: { pages: { $gt: 5 } } });
    if (!book) throw new errors.NotFoundError('No such book', { id: ctx.params.id });
    const title: string = book.title;
    const pages: number = book.pages;
    const stage: 'new' | 'old' = book.stage;
    const sanitized = await this.sanitizeOutput(book, ctx);
    return this.transformResponse(sanitized, { title, pages, stage });
  },
  total(books: Priced[]) {
    return books.reduce((sum, { price }) => sum + price, 0);
  },
}));

export const later = async (app: Core.Strapi): Promise<Data.ContentType<'api::book.book'>[]> => {
  app.log.info(app.config.get('server.port', 1337));
  await app.db.transaction(async ({ onCommit }) => onCommit(() => undefined));
  return app.documents('api::book.book').findMany({ status: 'draft' });
};
`;

const SERVICE = `
import { factories } from '@strapi/strapi';
export default factories.createCoreService('api::book.book', ({ strapi }) => ({
  async find(params) {
    const { results, pagination } = await super.find(params);
    return { results: [...results, await this.extra()], pagination };
  },
  async extra() {
    return strapi.service('api::book.book').find({});
  },
}));
`;

const MIDDLEWARE = `
import type { Core } from '@strapi/strapi';
const middleware: Core.MiddlewareFactory = (config, { strapi }) => async (ctx, next) => {
  await next();
  ctx.set('X-Books', String(strapi.config.get('books', 1)));
};
export default middleware;
`;

const LIFECYCLES = `
import type { Event } from '@strapi/database/dist/lifecycles';
export default {
  async beforeCreate(event: Event) {
    event.params.data.title = event.params.data.title.trim();
  },
};
`;

const INDEX = `
import type { Core } from '@strapi/strapi';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    strapi.customFields.register({ name: 'rating', type: 'integer' });
    strapi.documents.use(async (context, next) => {
      if (context.uid === 'api::book.book' && ['create', 'update'].includes(context.action)) {
        context.params.data.pages ??= 1;
      }
      const result = await next();
      return Array.isArray(result) ? result.filter((entry) => entry.pages > 0) : result;
    });
  },
  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    strapi.db.lifecycles.subscribe({
      models: ['api::book.book'],
      async afterUpdate({ result, params }) {
        strapi.log.info(\`Book \${result.id} of \${params.where.id}\`);
      },
    });
    const role = await strapi.db.query('admin::role').findOne({ where: { code: 'strapi-editor' } });
    const exists = await strapi.service('admin::user').exists({ email: 'ada@example.com' });
    if (role && !exists) await strapi.service('admin::user').create({ email: 'ada@example.com', roles: [role.id] });
    const model = strapi.contentType('api::book.book');
    await strapi.contentAPI.sanitize.filters({ title: 'a' }, model, {});
    strapi.cron.add({ hourly: { task: () => strapi.log.debug('An hour has passed'), options: { rule: '0 * * * *' } } });
    strapi.server.httpServer.on('close', () => undefined);
    const rows = await strapi.db.connection('books').where({ pages: 5 }).select('id');
    strapi.log.info(rows.length);
  },
};
`;

const POLICY = `
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

export default (policyContext, config: { role: string }, { strapi }: { strapi: Core.Strapi }) => {
  const { user } = policyContext.state;
  if (user?.role?.type === config.role) return true;
  strapi.log.warn('rejected');
  throw new errors.PolicyError('No', { policy: 'is-role' });
};
`;

const ROUTES = `
import type { Core } from '@strapi/strapi';

const routes: Core.RouterConfig = {
  type: 'content-api',
  routes: [
    {
      method: 'GET',
      path: '/books/one',
      handler: 'book.one',
      config: { auth: false, policies: [{ name: 'global::is-role', config: { role: 'editor' } }] },
    },
  ],
};
export default routes;
`;

const PLUGIN = `
import type { Core } from '@strapi/strapi';

const controller = ({ strapi }: { strapi: Core.Strapi }) => ({
  async index(ctx) {
    ctx.body = await strapi.plugin('ledger').service('sum').total(ctx.query);
  },
});
const sum = ({ strapi }: { strapi: Core.Strapi }) => ({
  total: async (where) => strapi.db.query('plugin::ledger.entry').count({ where }),
});

export default {
  register: ({ strapi }: { strapi: Core.Strapi }) => strapi.admin.services.permission.actionProvider.registerMany([]),
  bootstrap() {},
  destroy() {},
  config: { default: { currency: 'EUR' }, validator(config) {} },
  controllers: { entries: controller },
  services: { sum },
  contentTypes: {},
  policies: {},
  middlewares: {},
  routes: { 'content-api': { type: 'content-api', routes: [{ method: 'GET', path: '/', handler: 'entries.index', config: {} }] } },
};
`;

const EXTENSION = `
export default (plugin) => {
  const user = plugin.services.user;
  plugin.services.user = ({ strapi }) => ({ ...user({ strapi }), nickname: (name: string) => name.slice(0, 3) });
  plugin.routes['content-api'].routes.push({ method: 'GET', path: '/hello', handler: 'user.hello' });
  return plugin;
};
`;

const MIGRATION = `
import type { Knex } from 'knex';
import type { Core } from '@strapi/core';
import type { File } from '@strapi/plugin-upload';
export const up = async (knex: Knex): Promise<void> => {
  if (await knex.schema.hasTable('books')) await knex('books').update({ pages: 1 });
};
export const urlOf = (app: Core.Strapi, file: File): string => app.config.get('server.url', '') + file.url;
`;

const CONFIG = `
export default ({ env }) => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  cron: { enabled: true, tasks: { '0 * * * *': ({ strapi }) => strapi.log.info('tick') } },
});
`;

const GENERATED = `
import type { Schema, Struct } from '@strapi/strapi';
export interface ApiBookBook extends Struct.CollectionTypeSchema {
  collectionName: 'books';
  info: { displayName: 'Book'; pluralName: 'books'; singularName: 'book' };
  options: { draftAndPublish: true };
  attributes: {
    title: Schema.Attribute.String & Schema.Attribute.Required & Schema.Attribute.SetMinMaxLength<{ minLength: 1 }>;
    pages: Schema.Attribute.Integer & Schema.Attribute.DefaultTo<0>;
    stage: Schema.Attribute.Enumeration<['new', 'old']>;
    cover: Schema.Attribute.Media<'images' | 'files'>;
    author: Schema.Attribute.Relation<'manyToOne', 'api::author.author'> & Schema.Attribute.Private;
    zone: Schema.Attribute.DynamicZone<['shared.quote']>;
    createdAt: Schema.Attribute.DateTime;
  };
}
declare module '@strapi/strapi' {
  export namespace Public {
    export interface ContentTypeSchemas {
      'api::book.book': ApiBookBook;
    }
  }
}
`;

const TSCONFIG = `{
  // As create-strapi-app writes it.
  "extends": "@strapi/typescript-utils/tsconfigs/server",
  "compilerOptions": {
    "outDir": "dist", // built
  },
  "include": ["src/**/*.ts", "types/**/*.ts", "config/**/*.ts"],
}
`;

function makeBooks(): string {
  return makeProject({
    'tsconfig.json': TSCONFIG,
    'src/api/book/controllers/book.ts': CONTROLLER,
    'src/api/book/services/book.ts': SERVICE,
    'src/api/book/content-types/book/lifecycles.ts': LIFECYCLES,
    'src/middlewares/books.ts': MIDDLEWARE,
    'src/index.ts': INDEX,
    'src/policies/is-role.ts': POLICY,
    'src/api/book/routes/01-book.ts': ROUTES,
    'src/plugins/ledger/server/src/index.ts': PLUGIN,
    'src/extensions/users-permissions/strapi-server.ts': EXTENSION,
    'config/server.ts': CONFIG,
    'src/migrations.ts': MIGRATION,
    'types/generated/contentTypes.d.ts': GENERATED,
  });
}

/** Runs the command and returns its output. */
function runTypes(folder: string): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    types(folder);
    return log.mock.calls.flat().join('\n');
  } finally {
    log.mockRestore();
  }
}

/** Errors of the compiler in a project, with module options that it still supports. */
function compile(folder: string): string {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--module', 'preserve', '--moduleResolution', 'bundler'];
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--types', '', ...options], {
    encoding: 'utf8',
  });
  return stdout;
}

test('type-checks a project without Strapi, including generated files', () => {
  const folder = makeBooks();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  for (const kind of ['controller', 'service', 'policy', 'middleware'] as const) {
    generate(folder, { kind, name: 'extra' }, kind === 'policy' ? {} : { api: 'book' });
  }
  generate(folder, { kind: 'api', name: 'press-release' }, {});
  log.mockRestore();
  expect(runTypes(folder)).toContain("now maps the types of Strapi's packages to");
  const text = readFileSync(path.join(folder, 'tsconfig.json'), 'utf8');
  expect(text).toContain('// As create-strapi-app writes it.');
  expect(text).toContain('"outDir": "dist", // built');
  expect(compile(folder)).toBe('');
  expect(runTypes(folder)).toBe('tsconfig.json already maps @strapi/strapi; nothing was changed.');
  expect(readFileSync(path.join(folder, 'tsconfig.json'), 'utf8')).toBe(text);
});

test('reports type errors', () => {
  const folder = makeBooks();
  runTypes(folder);
  const wrong = `
import { errors } from '@strapi/utils';
export const none = errors.NoSuchError;
export const wrong = async (): Promise<number> => (await strapi.documents('api::book.book').findFirst()).title;
`;
  writeFileSync(path.join(folder, 'src/wrong.ts'), wrong);
  const output = compile(folder);
  expect(output).toContain("Property 'NoSuchError' does not exist");
  expect(output).toContain("Type 'string' is not assignable to type 'number'");
});

test('does not change a project with Strapi or without a tsconfig.json, and reports this', () => {
  const folder = makeProject({ 'config/server.js': 'module.exports = {};' });
  expect(runTypes(folder)).toMatch(/^This project has no tsconfig\.json[^]*"@strapi\/utils"/);
  mkdirSync(path.join(folder, 'node_modules/@strapi/strapi'), { recursive: true });
  writeFileSync(path.join(folder, 'tsconfig.json'), '{}');
  expect(runTypes(folder)).toContain('has @strapi/strapi installed');
  expect(readFileSync(path.join(folder, 'tsconfig.json'), 'utf8')).toBe('{}');
});
