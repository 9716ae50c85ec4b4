// Types that ship with Quoin: code of a project is checked by the compiler against them, without Strapi.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
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
  "include": ["src/**/*.ts", "types/**/*.ts"],
}
`;

function makeBooks(): string {
  return makeProject({
    'tsconfig.json': TSCONFIG,
    'src/api/book/controllers/book.ts': CONTROLLER,
    'src/api/book/services/book.ts': SERVICE,
    'src/api/book/content-types/book/lifecycles.ts': LIFECYCLES,
    'src/middlewares/books.ts': MIDDLEWARE,
    'types/generated/contentTypes.d.ts': GENERATED,
  });
}

/** Runs the command and gives what it says. */
function runTypes(folder: string): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    types(folder);
    return log.mock.calls.flat().join('\n');
  } finally {
    log.mockRestore();
  }
}

/** What the compiler says of a project, with module options that it still knows. */
function compile(folder: string): string {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--module', 'preserve', '--moduleResolution', 'bundler'];
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--types', '', ...options], {
    encoding: 'utf8',
  });
  return stdout;
}

test('a project is checked without Strapi', () => {
  const folder = makeBooks();
  expect(runTypes(folder)).toContain("now takes the types of Strapi's packages from");
  const text = readFileSync(path.join(folder, 'tsconfig.json'), 'utf8');
  expect(text).toContain('// As create-strapi-app writes it.');
  expect(text).toContain('"outDir": "dist", // built');
  expect(compile(folder)).toBe('');
  expect(runTypes(folder)).toBe('tsconfig.json maps @strapi/strapi already; nothing was changed.');
  expect(readFileSync(path.join(folder, 'tsconfig.json'), 'utf8')).toBe(text);
});

test('mistakes are found', () => {
  const folder = makeBooks();
  runTypes(folder);
  const wrong = `
import { errors } from '@strapi/utils';
export const none = errors.NoSuchError;
export const wrong = async (): Promise<number> => (await strapi.documents('api::book.book').findFirst()).title;
`;
  writeFileSync(path.join(folder, 'src/wrong.ts'), wrong);
  const said = compile(folder);
  expect(said).toContain("Property 'NoSuchError' does not exist");
  expect(said).toContain("Type 'string' is not assignable to type 'number'");
});

test('a project with Strapi, or without a tsconfig.json, is told so and left as it is', () => {
  const folder = makeProject({ 'config/server.js': 'module.exports = {};' });
  expect(runTypes(folder)).toMatch(/^This project has no tsconfig\.json[^]*"@strapi\/utils"/);
  mkdirSync(path.join(folder, 'node_modules/@strapi/strapi'), { recursive: true });
  writeFileSync(path.join(folder, 'tsconfig.json'), '{}');
  expect(runTypes(folder)).toContain('has @strapi/strapi installed');
  expect(readFileSync(path.join(folder, 'tsconfig.json'), 'utf8')).toBe('{}');
});
