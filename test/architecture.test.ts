// Structure of the source (ARCHITECTURE.md): allowed imports between modules, packages behind single modules, modules
// loaded at startup, and the form of files. Type imports count like others.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readModules, type Import, type Module } from './support/modules.ts';

const LOWER = ['base', 'forms', 'schema', 'storage', 'query', 'documents'];
const SERVICES = ['auth', 'media', 'mail', 'webhooks', 'cache', 'transfer', 'model'];

/** A module is a folder or a file directly under `src`; each may import itself and these. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  forms: ['base'],
  schema: ['base'],
  project: ['base', 'schema'],
  storage: ['base', 'schema'],
  query: ['base', 'schema', 'storage'],
  documents: ['base', 'schema', 'storage', 'query'],
  auth: LOWER,
  media: LOWER,
  mail: LOWER,
  webhooks: LOWER,
  transfer: LOWER,
  cache: LOWER,
  model: LOWER,
  'content-manager': [...LOWER, 'auth'],
  code: [...LOWER, ...SERVICES, 'project'],
  http: [...LOWER, ...SERVICES, 'content-manager'],
  app: [...LOWER, ...SERVICES, 'project', 'code', 'content-manager', 'http'],
  cli: [...LOWER, ...SERVICES, 'project', 'http', 'app'],
  'main.ts': ['cli'],
  'quoin.ts': ['base', 'documents', 'app'],
};

/** Packages that only some places may import: a folder, or the beginning of a file's path. */
const FENCES: Readonly<Record<string, readonly string[]>> = {
  pg: ['storage/postgres/'],
  kysely: ['storage/', 'query/compile'],
  fastify: ['http/'],
  jiti: ['project/'],
  'node:module': [
    'project/',
    'base/worker-thread.ts',
    'base/child-process.ts',
    'storage/sqlite/open-connection.ts',
    'code/database/knex-connection.ts',
  ],
  commander: ['cli/'],
  jose: ['auth/'],
  'openid-client': ['auth/'],
  nodemailer: ['mail/'],
  sharp: ['media/'],
  'tar-stream': ['transfer/archive/'],
  '@aws-sdk/client-s3': ['media/'],
  '@aws-sdk/lib-storage': ['media/'],
  koa: ['code/'],
  'path-to-regexp': ['code/koa/'],
  knex: ['code/database/'],
  croner: ['code/strapi/'],
};

/**
 * Everything that the entries may load before their first line runs; other modules are imported on demand.
 * Each costs every start some milliseconds: kysely 65, fastify 40, qs 20, helmet 5 (all of date-fns: 62).
 */
const AT_START: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['commander'],
  'cli/start.ts': ['date-fns/isValid', 'date-fns/parseISO', 'fastify', 'helmet', 'kysely', 'qs'],
  'app/server.ts': ['date-fns/isValid', 'date-fns/parseISO', 'fastify', 'helmet', 'kysely', 'qs'],
};

/** Of our own modules, before the first request. Before you raise it, look for modules that can be imported on first use. */
const MAX_MODULES_AT_START = 502;

const MAX_FILE_LINES = 400;
const NAMES_THAT_SAY_NOTHING = [
  'utils',
  'util',
  'helpers',
  'common',
  'shared',
  'services',
  'manager',
  'lib',
];

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../src');
const modules = readModules(source);
const rules = modules.filter(({ isTest }) => !isTest);
const byPath = new Map(modules.map((module) => [module.path, module]));

describe('allowed imports', () => {
  test('the sources are found', () => {
    expect(rules.length).toBeGreaterThan(0);
  });

  test('every folder is a known module', () => {
    expect(modules.map(moduleNameOf).filter((name) => !Object.hasOwn(MAY_IMPORT, name))).toEqual(
      [],
    );
  });

  test.each(Object.entries(MAY_IMPORT))('%s imports itself and %j', (name, allowed) => {
    const others = rules
      .filter((module) => moduleNameOf(module) === name)
      .flatMap((module) =>
        module.imports.map((each) => ({ from: module.path, to: each.file ?? '' })),
      )
      .filter(({ to }) => to !== '' && ![name, ...allowed].includes(moduleNameOf({ path: to })));
    expect(others).toEqual([]);
  });

  test('every imported module is part of the sources', () => {
    const lost = rules.flatMap((module) =>
      module.imports.filter(({ file }) => file !== null && !byPath.has(file)),
    );
    expect(lost).toEqual([]);
  });

  test('there are no import cycles', () => {
    expect(findCycles(rules)).toEqual([]);
  });
});

describe('packages', () => {
  test('base imports only node: modules', () => {
    expect(packagesOf(rules.filter((module) => moduleNameOf(module) === 'base'))).toEqual([]);
  });

  test.each(Object.entries(FENCES))('%s is imported only by %j', (name, places) => {
    const outside = rules
      .filter(({ imports }) => imports.some((each) => each.package === name))
      .map((module) => module.path)
      .filter((file) => !places.some((place) => file.startsWith(place)));
    expect(outside).toEqual([]);
  });

  test('only http imports plugins of the HTTP server', () => {
    const outside = rules.filter(
      (module) =>
        moduleNameOf(module) !== 'http' &&
        module.imports.some((each) => each.package?.startsWith('@fastify/') === true),
    );
    expect(outside.map((module) => module.path)).toEqual([]);
  });

  test('only project imports computed file names', () => {
    const outside = rules.filter(
      (module) =>
        moduleNameOf(module) !== 'project' &&
        module.imports.some((each) => each.package?.startsWith('computed:') === true),
    );
    expect(outside.map((module) => module.path)).toEqual([]);
  });

  test.each(Object.entries(AT_START))('%s loads only %j at the start', (entry, allowed) => {
    expect(byPath.has(entry)).toBe(true);
    const loaded = reachedAtStart(entry)
      .flatMap(({ imports }) => imports.filter(isAtStart))
      .filter((each) => each.package !== null && !each.specifier.startsWith('node:'))
      .map(({ specifier }) => specifier);
    expect([...new Set(loaded)].filter((name) => !allowed.includes(name))).toEqual([]);
  });
});

test('a start loads a limited number of modules', () => {
  expect(reachedAtStart('cli/start.ts').length).toBeLessThanOrEqual(MAX_MODULES_AT_START);
});

describe('file conventions', () => {
  test(`no file is longer than ${MAX_FILE_LINES} lines`, () => {
    const long = modules.filter(({ text }) => text.trimEnd().split('\n').length > MAX_FILE_LINES);
    expect(long.map((module) => module.path)).toEqual([]);
  });

  test('every file starts with its purpose', () => {
    const silent = rules.filter(({ text }) => !/^(#!.*\n)?(\/\/ \S|\/\*)/.test(text));
    expect(silent.map((module) => module.path)).toEqual([]);
  });

  test('no folder has a meaningless name', () => {
    const named = modules.filter(({ path: file }) =>
      file.split('/').some((part) => NAMES_THAT_SAY_NOTHING.includes(part.replace(/\.ts$/, ''))),
    );
    expect(named.map((module) => module.path)).toEqual([]);
  });

  test('no index.ts hides the origin of a name', () => {
    expect(
      modules.map((module) => module.path).filter((file) => /(^|\/)index\.ts$/.test(file)),
    ).toEqual([]);
  });

  test('file names are kebab-case', () => {
    const odd = modules.filter(
      ({ path: file }) =>
        !/^([a-z0-9]+(-[a-z0-9]+)*[/.])+ts$/.test(file.replace('.test.ts', '.ts')),
    );
    expect(odd.map((module) => module.path)).toEqual([]);
  });
});

function moduleNameOf({ path: file }: Pick<Module, 'path'>): string {
  return file.split('/')[0] ?? file;
}

/** Names of npm packages that modules import, once each. */
function packagesOf(some: readonly Module[]): string[] {
  const names = some
    .flatMap((module) => module.imports)
    .flatMap((each) => each.package ?? [])
    .filter((name) => !name.startsWith('node:') && !name.startsWith('computed:'));
  return [...new Set(names)].toSorted();
}

/** The modules that are loaded before the first line of an entry runs. */
function reachedAtStart(entry: string): readonly Module[] {
  const reached = new Set<Module>();
  const visit = (file: string | null): void => {
    const module = byPath.get(file ?? '');
    if (!module || reached.has(module)) return;
    reached.add(module);
    for (const each of module.imports) if (isAtStart(each)) visit(each.file);
  };
  visit(entry);
  return [...reached];
}

function isAtStart({ kind }: Import): boolean {
  return kind === 'start';
}

/** The shortest way back to itself of every module that has one, each circle once. */
function findCycles(some: readonly Module[]): string[] {
  const circles = some.flatMap((module) => {
    const way = wayBack(module);
    return way ? [[way.toSorted().join(), [...way, module.path].join(' -> ')] as const] : [];
  });
  return [...new Map(circles).values()];
}

function wayBack(start: Module): readonly string[] | null {
  const ways: (readonly string[])[] = [[start.path]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const { file } of byPath.get(way.at(-1) ?? '')?.imports ?? []) {
      if (file === start.path) return way;
      if (file === null || seen.has(file)) continue;
      seen.add(file);
      ways.push([...way, file]);
    }
  }
  return null;
}
