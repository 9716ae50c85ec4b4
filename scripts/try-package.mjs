// `npm run test:package`: packs the program, installs the tarball as a new user would, and tests it. Requires a package
// registry, so it is not part of `npm test`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bytesIn } from '../bench/installed-size.mjs';
import { root, log } from './setup.mjs';

const MAX_MEGABYTES = 80;
const MAX_PACKAGES = 120;

/** Files of the project: a configuration and code in TypeScript, and a script that imports the program. */
const PROJECT_FILES = {
  'config/api.ts': 'const limit: number = 7;\nexport default { rest: { defaultLimit: limit } };\n',
  'src/index.ts': 'export default { register(): void {} };\n',
  'script.mts': `import { AppError, createQuoin, type Quoin } from 'quoin';
const quoin: Quoin = await createQuoin();
const found: readonly { readonly name?: string | undefined }[] =
  await quoin.documents<{ readonly name: string }>('api::author.author').findMany();
void [found, AppError];
await quoin.close();
`,
  'tsconfig.check.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noEmit: true,
      types: [],
    },
    files: ['script.mts'],
  }),
};

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-package-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const tarball = pack();
measure();
const site = makeSite();
await serve();
assertTypes();
log('The package works.');

/** @returns {string} the path of the tarball */
function pack() {
  log('Packing.');
  command(root, 'npm', 'pack', '--pack-destination', folder);
  const [name] = readdirSync(folder);
  if (!name) throw new Error('npm packed nothing');
  return path.join(folder, name);
}

/** Installs the package into an empty folder, and checks the number of packages and their size. */
function measure() {
  log('Installing it into an empty folder.');
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  const start = performance.now();
  command(empty, 'npm', 'install', '--omit=dev', tarball);
  const seconds = Math.round((performance.now() - start) / 1000);
  /** @type {{ packages: object }} */
  const { packages } = JSON.parse(
    readFileSync(path.join(empty, 'node_modules/.package-lock.json'), 'utf8'),
  );
  const count = Object.keys(packages).length;
  const megabytes = Math.ceil(bytesIn(path.join(empty, 'node_modules')) / 2 ** 20);
  log(`${count} packages, ${megabytes} MB, ${seconds} s.`);
  if (count > MAX_PACKAGES || megabytes > MAX_MEGABYTES) {
    throw new Error(`At most ${MAX_PACKAGES} packages and ${MAX_MEGABYTES} MB are allowed.`);
  }
}

/** Creates a project with `quoin init` that depends on the tarball. @returns {string} its folder */
function makeSite() {
  log('Creating a project.');
  const output = command(path.join(folder, 'empty'), 'npx', 'quoin', 'init', 'my-site');
  for (const line of ['cd my-site', 'npm install', 'npm start']) {
    if (!output.includes(`  ${line}\n`)) throw new Error(`init does not print "${line}"`);
  }
  const site = path.join(folder, 'empty/my-site');
  const manifest = JSON.parse(readFileSync(path.join(site, 'package.json'), 'utf8'));
  manifest.dependencies.quoin = `file:${tarball}`;
  writeFileSync(path.join(site, 'package.json'), JSON.stringify(manifest));
  for (const [file, content] of Object.entries(PROJECT_FILES)) {
    mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
    writeFileSync(path.join(site, file), content);
  }
  command(site, 'npm', 'install');
  return site;
}

async function serve() {
  log('Serving it.');
  const server = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: site,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await addressOf(server.stdout);
    const token = command(
      site,
      'npx',
      'quoin',
      'token',
      'create',
      '--name',
      'me',
      '--type',
      'full-access',
    );
    const authorization = `Bearer ${token.trim().split('\n').at(-1)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { name: 'Ines Marlow' } });
    const written = await fetch(`${address}/api/authors`, { method: 'POST', headers, body });
    assertStatus(written, 201);
    const read = await fetch(`${address}/api/authors`, { headers });
    assertStatus(read, 200);
    const { data, meta } =
      /** @type {{ data: { name: string }[], meta: { pagination: object } }} */ (await read.json());
    const text = JSON.stringify([data.map(({ name }) => name), meta.pagination]);
    if (!text.startsWith('[["Ines Marlow"],{"page":1,"pageSize":7,')) throw new Error(text);
    await uploadImage(address, authorization);
    command(
      site,
      'npx',
      'quoin',
      'admin',
      'create',
      '--email',
      'me@example.com',
      '--password',
      'Secret12',
    );
  } finally {
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
  }
}

/** Uploads an image, whose size must be detected. @param {string} address @param {string} authorization */
async function uploadImage(address, authorization) {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.append('files', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'a.png');
  const response = await fetch(`${address}/api/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  assertStatus(response, 201);
  const text = JSON.stringify(await response.json());
  if (!text.includes('"width":1')) throw new Error(text);
}

function assertTypes() {
  log('Compiling a script against its types.');
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  command(site, process.execPath, tsc, '-p', 'tsconfig.check.json');
}

/** Reads the address from the output of a server. @param {import('node:stream').Readable} output @returns {Promise<string>} */
async function addressOf(output) {
  for await (const line of createInterface(output)) {
    const [, address] = /serves .* at (http:\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('The server exited.');
}

/** @param {Response} response @param {number} status */
function assertStatus(response, status) {
  if (response.status !== status) throw new Error(`${response.url}: status ${response.status}`);
}

/**
 * Runs a command and returns its output. @param {string} cwd @param {string} program @param {...string} args
 * @throws if it fails
 */
function command(cwd, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  // Installed in a project, the program must not take its own code for that of the project.
  const reports = /called process\.exit/.test(stderr);
  if (status === 0 && !reports) return stdout;
  throw new Error(`${[program, ...args].join(' ')} exited with ${status}\n${stdout}${stderr}`);
}
