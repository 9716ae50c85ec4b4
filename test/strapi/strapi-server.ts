// The real Strapi for `npm run test:strapi`, started on a copy of a project.
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { strapiPackages, VERSION } from '../../scripts/strapi.mjs';

const run = promisify(execFile);

/** Variables of the database connection. */
export type DatabaseVariables = Readonly<Record<string, string>>;

/** A copy of a project that Strapi and Quoin both serve. */
export function makeSharedProject(source: string): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-strapi-')));
  cpSync(source, folder, { recursive: true });
  symlinkSync(strapiPackages, path.join(folder, 'node_modules'));
  for (const made of ['public/uploads', 'database/migrations', '.tmp']) {
    mkdirSync(path.join(folder, made), { recursive: true });
  }
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly dependencies?: object };
  const dependencies = {
    ...manifest.dependencies,
    '@strapi/strapi': VERSION,
    '@strapi/plugin-users-permissions': VERSION,
  };
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies }));
  writeFileSync(path.join(folder, 'make-token.cjs'), MAKE_TOKEN);
  addFactories(path.join(folder, 'src', 'api'));
  return folder;
}

/** Strapi serves no content-type without a controller, a service and a router. */
function addFactories(apis: string): void {
  const kinds = { controllers: 'Controller', services: 'Service', routes: 'Router' };
  for (const api of readdirSync(apis)) {
    const types = path.join(apis, api, 'content-types');
    if (!existsSync(types)) continue;
    for (const type of readdirSync(types)) {
      for (const [folder, kind] of Object.entries(kinds)) {
        mkdirSync(path.join(apis, api, folder), { recursive: true });
        const code = `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${api}.${type}');\n`;
        writeFileSync(path.join(apis, api, folder, `${type}.js`), code);
      }
    }
  }
}

const MAKE_TOKEN = `const { createStrapi } = require('@strapi/strapi');
(async () => {
  const app = await createStrapi({ appDir: process.cwd(), distDir: process.cwd() }).load();
  const tokens = app.service('admin::api-token');
  const { accessKey } = await tokens.create({ name: 'both ways', description: '', type: 'full-access', lifespan: null });
  await app.destroy();
  process.stdout.write('\\n' + accessKey + '\\n', () => process.exit(0));
})();
`;

/** Creates a full-access token with Strapi, and missing tables. @returns its plain key */
export async function makeStrapiToken(
  folder: string,
  database: DatabaseVariables,
): Promise<string> {
  const env = { ...process.env, ...database, NODE_ENV: 'production' };
  const { stdout } = await run(process.execPath, ['make-token.cjs'], {
    cwd: folder,
    env,
    maxBuffer: 100_000_000,
  });
  return stdout.trim().split('\n').at(-1)?.trim() ?? '';
}

/** Runs one of Strapi's commands. @returns its output @throws Error with the output if it fails */
export async function runStrapi(
  folder: string,
  database: DatabaseVariables,
  args: readonly string[],
): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [strapiProgram(), ...args], {
    cwd: folder,
    env: { ...process.env, ...database, NODE_ENV: 'production' },
    maxBuffer: 100_000_000,
  });
  return stdout + stderr;
}

function strapiProgram(): string {
  return path.join(strapiPackages, '@strapi/strapi/bin/strapi.js');
}

/** A running Strapi. */
export interface StrapiServer extends AsyncDisposable {
  readonly address: string;
}

/** Starts Strapi and waits until it listens. @throws Error with its output if it exits before that */
export async function startStrapi(
  folder: string,
  database: DatabaseVariables,
): Promise<StrapiServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [strapiProgram(), 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      ...database,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Strapi ended:\n${printed.slice(-5000)}`);
    const health = await fetch(`${address}/_health`).catch(() => null);
    if (health?.status === 204) break;
    await setTimeout(100);
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([ended, setTimeout(5000, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await ended;
  };
  return { address, [Symbol.asyncDispose]: stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
