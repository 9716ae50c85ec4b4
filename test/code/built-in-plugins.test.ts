// Quoin's own plugins as project code sees them: what extensions may change, and services on real services.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServices, type Services } from '../../src/app/build-services.ts';
import { codePlugins } from '../../src/app/code/plugins.ts';
import type { PluginModule } from '../../src/code/strapi/strapi.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let services: Services;
let plugins: Record<string, PluginModule>;
const ran: string[] = [];

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  services = await buildServices(app.project, app.store);
  plugins = createPlugins();
});

afterAll(() => app.close());

function createPlugins(current: Services = services): Record<string, PluginModule> {
  return codePlugins({
    config: current.project.config,
    require: (name) => {
      throw new Error(`${name} is not installed`);
    },
    services: () => current,
    actions: () => ({
      run: async (action) => void ran.push(action),
      limit: async () => void ran.push('limit'),
    }),
  });
}

type Method = (...args: unknown[]) => unknown;

/** A service of a plugin. @param strapi What of `strapi` it uses */
function service(plugin: string, name: string, strapi: object = {}): Record<string, Method> {
  const create = plugins[plugin]?.services?.[name];
  if (typeof create !== 'function') throw new Error(`${plugin} has no service ${name}`);
  return create({ strapi }) as Record<string, Method>;
}

function controllers(plugin: string): Record<string, Record<string, Method>> {
  return plugins[plugin]?.controllers as Record<string, Record<string, Method>>;
}

describe('the plugin object of an extension', () => {
  test('has controllers whose actions take a Koa context, including a function for accounts', async () => {
    const { auth, user, role } = controllers('users-permissions');
    expect(typeof auth).toBe('function');
    expect(Object.keys(user ?? {})).toEqual([
      'create',
      'update',
      'find',
      'findOne',
      'count',
      'destroy',
      'me',
    ]);
    ran.length = 0;
    await user?.['me']?.({});
    await role?.['find']?.({});
    const made = (auth as unknown as Method)({}) as Record<string, Method>;
    await made['register']?.({});
    expect(ran).toEqual([
      'plugin::users-permissions.user.me',
      'plugin::users-permissions.role.find',
      'plugin::users-permissions.auth.register',
    ]);
  });

  test('has routes as a function with a list, which can be changed or replaced', () => {
    const routes = plugins['users-permissions']?.routes as Record<string, RoutesFunction>;
    const contentApi = routes['content-api'];
    if (!contentApi) throw new Error('no routes');
    const own = { method: 'PUT', path: '/users/me/name', handler: 'user.rename' };
    contentApi.routes.unshift(own);
    expect(contentApi().routes[0]).toBe(own);
    contentApi.routes = contentApi.routes.filter(({ path: each }) => each === own.path);
    expect(contentApi()).toEqual({ type: 'content-api', routes: [own] });
  });

  test('is created for each project', () => {
    const [one, other] = [createPlugins(), createPlugins()];
    expect(one['users-permissions']?.policies).not.toBe(other['users-permissions']?.policies);
    expect(one['upload']?.contentTypes).not.toBe(other['upload']?.contentTypes);
    expect(one['upload']?.contentTypes).toEqual(other['upload']?.contentTypes);
  });

  test('limits account requests before the next middleware', async () => {
    const factory = plugins['users-permissions']?.middlewares?.['rateLimit'] as () => Method;
    ran.length = 0;
    await factory()({}, async () => void ran.push('next'));
    expect(ran).toEqual(['limit', 'next']);
  });
});

describe('jwt', () => {
  test('issues tokens synchronously, and verifies them with their claims', async () => {
    const jwt = service('users-permissions', 'jwt');
    const token = jwt['issue']?.({ id: 7 });
    expect(String(token).split('.')).toHaveLength(3);
    const claims = (await jwt['verify']?.(token)) as Record<string, number>;
    expect(claims).toEqual({ id: 7, iat: expect.any(Number), exp: expect.any(Number) });
    const short = await jwt['verify']?.(jwt['issue']?.({ id: 7, more: 'x' }, { expiresIn: '1h' }));
    const { exp, iat, more } = short as Record<string, unknown>;
    expect([Number(exp) - Number(iat), more]).toEqual([3600, 'x']);
    expect(() => jwt['issue']?.({ id: 7 }, { expiresIn: 'soon' })).toThrow('expiresIn');
    await expect(jwt['verify']?.('nonsense')).rejects.toThrow(/^Invalid token\.$/);
  });

  test('reads the token of the Authorization header', async () => {
    const jwt = service('users-permissions', 'jwt');
    const request = (authorization?: string): unknown =>
      jwt['getToken']?.({ request: { headers: { authorization } } });
    expect(await request(`Bearer ${String(jwt['issue']?.({ id: 9 }))}`)).toMatchObject({ id: 9 });
    expect(await request('Basic abc')).toBeNull();
    expect(await request()).toBeNull();
    await expect(request('Bearer abc')).rejects.toThrow('Invalid token.');
  });
});

test('creates, reads, changes and removes roles', async () => {
  const roles = service('users-permissions', 'role');
  await roles['createRole']?.({
    name: 'Editor of code',
    description: 'By code',
    permissions: { 'api::dish': { controllers: { dish: { find: { enabled: true } } } } },
  });
  const all = (await roles['find']?.()) as { id: number; name: string; nb_users: number }[];
  const made = all.find(({ name }) => name === 'Editor of code');
  expect(made).toMatchObject({ nb_users: 0 });
  await roles['updateRole']?.(made?.id, { name: 'Editor', description: 'Changed' });
  expect(await roles['findOne']?.(made?.id)).toMatchObject({ name: 'Editor' });
  await roles['deleteRole']?.(made?.id);
  await expect(roles['findOne']?.(made?.id)).rejects.toMatchObject({ name: 'NotFoundError' });
});

describe('upload', () => {
  test('rejects an upload without files', async () => {
    const { upload } = service('upload', 'upload');
    await expect(upload?.({ files: {} })).rejects.toThrow('Files are empty');
  });

  test('stores and removes bytes with the provider', async () => {
    const found: { provider?: Record<string, Method> } = {};
    await register('upload', found);
    const file = { hash: 'by_code', ext: '.txt', buffer: Buffer.from('text'), url: '' };
    await found.provider?.['upload']?.(file);
    expect(file.url).toBe('/uploads/by_code.txt');
    const stored = path.join(app.folder, 'public/uploads/by_code.txt');
    expect(existsSync(stored)).toBe(true);
    await found.provider?.['delete']?.(file);
    expect(existsSync(stored)).toBe(false);
    await expect(found.provider?.['delete']?.({ hash: '../x', ext: '' })).rejects.toThrow(
      'is not a valid name',
    );
  });
});

interface RoutesFunction {
  (): { readonly routes: readonly unknown[] };
  routes: { readonly path: string; readonly method: string; readonly handler: string }[];
}

/** Runs a plugin's `register`. @param found What `strapi.plugin` returns */
async function register(name: string, found: object): Promise<void> {
  const run = plugins[name]?.register as Method | undefined;
  await run?.({ strapi: { plugin: () => found, config: { get: () => ({}) } } });
}
